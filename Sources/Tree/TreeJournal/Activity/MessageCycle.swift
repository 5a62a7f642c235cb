package import TreeSnapshot

/// Messages that led to each other in a circle: each was raised while a handler of the one before ran, and
/// the first one again while a handler of the last did.
package struct MessageCycle: Hashable, Sendable {
  /// A message on the way around, and the model that raised it.
  package struct Step: Hashable, Sendable {
    package var message: KnownMessage
    package var raiser: JournalNode
  }

  /// The steps, in the order in which they led to each other.
  package let steps: [Step]
  /// How often the messages came back to the first of them.
  package fileprivate(set) var count = 0
  /// How often they did so at a stretch.
  package fileprivate(set) var longestRun = 0
  /// The records of the first message that came back and of the last.
  package let first: Int
  package fileprivate(set) var last: Int
  /// The number of the step whose return is counted.
  fileprivate let returning: Int32
}

/// Which message was raised because of which: taken record by record, a few steps for each.
struct CausedRaises {
  /// What is known of a raised message. Places are counted from the first record.
  private struct Raise {
    /// The record during whose handlers it was raised; nil if it isn't kept.
    var cause: Int?
    /// The message of that record, if its handler ran; -1 for none.
    var before: Int32 = -1
    /// The number of its step.
    var step: Int32 = -1
    /// The cycle that ends in it, and how often at a stretch; -1 for none.
    var cycle: Int32 = -1
    var run: Int32 = 0
  }

  /// What is known of an outcome whose handlers ran.
  struct Outcome {
    let message: KnownMessage
    let isCounted: Bool
    /// The place of the record of its message.
    fileprivate let raise: Int32
    /// The latest record before its handlers returned.
    fileprivate let end: Int
    /// How long they took; nil if they have not returned.
    let nanoseconds: Int?
    /// How long the handlers took of messages that they raised.
    var inner = 0
  }

  /// How many messages a cycle has at most.
  static let mostSteps = 16

  private(set) var cycles: [MessageCycle] = []
  private let start: Int
  private var raises: [Raise]
  /// The outcomes by their records.
  private(set) var outcomes: [Int: Outcome] = [:]
  private var steps: [MessageCycle.Step] = []
  private var stepNumbers: [MessageCycle.Step: Int32] = [:]
  private var cycleNumbers: [[Int32]: Int32] = [:]

  init(_ records: Range<Int>) {
    start = records.lowerBound
    raises = Array(repeating: Raise(), count: records.count)
  }

  /// Takes a raised message.
  mutating func take(_ record: JournalRecord, message: KnownMessage) {
    let place = record.number - start
    var raise = Raise()
    let step = MessageCycle.Step(message: message, raiser: record.node)
    if let known = stepNumbers[step] {
      raise.step = known
    } else {
      raise.step = Int32(steps.count)
      stepNumbers[step] = raise.step
      steps.append(step)
    }
    if let cause = record.cause.flatMap({ outcomes[$0] }) {
      raise.cause = record.cause
      // What raised it may have been work that the handler started.
      if record.number <= cause.end {
        raise.before = cause.raise
        closeCycle(&raise, place)
      }
    }
    raises[place] = raise
  }

  /// Takes an outcome.
  mutating func take(_ record: JournalRecord, outcomeOf message: KnownMessage, isCounted: Bool) {
    guard record.runsHandlers, let raise = record.raise, raise >= start, raise < record.number
    else {
      return
    }
    let end = record.finishedAfter ?? .max
    outcomes[record.number] = Outcome(
      message: message, isCounted: isCounted, raise: Int32(raise - start), end: end,
      nanoseconds: record.nanoseconds)
    // What work raised that a handler started may come after the handler.
    guard let outer = raises[raise - start].cause, let nanoseconds = record.nanoseconds,
      let outerEnd = outcomes[outer]?.end, end <= outerEnd
    else { return }
    let inner = outcomes[outer]?.inner ?? 0
    outcomes[outer]?.inner = min(inner + nanoseconds, JournalFormat.mostNumber)
  }
}

// MARK: Cycles

extension CausedRaises {
  /// Notes the cycle that a message closes, if one of the last messages that led to it is the same, of the
  /// same model.
  private mutating func closeCycle(_ raise: inout Raise, _ place: Int) {
    var way = [raise.step]
    var before = raise.before
    while before >= 0, way.count <= Self.mostSteps {
      let earlier = raises[Int(before)]
      if earlier.step == raise.step {
        // From the one that came first on; the last is that one again.
        let steps = [earlier.step] + way.dropFirst().reversed()
        return close(steps, at: place, of: &raise, after: Int(before))
      }
      way.append(earlier.step)
      before = earlier.before
    }
  }

  private mutating func close(
    _ way: [Int32], at place: Int, of raise: inout Raise, after earlier: Int
  ) {
    // The same cycle wherever it is entered.
    let start = way.indices.min { way[$0] < way[$1] } ?? 0
    let key = Array(way[start...] + way[..<start])
    let number: Int32
    if let known = cycleNumbers[key] {
      number = known
    } else {
      number = Int32(cycles.count)
      cycleNumbers[key] = number
      cycles.append(
        MessageCycle(
          steps: way.map { steps[Int($0)] }, first: earlier + self.start,
          last: place + self.start, returning: raise.step))
    }
    raise.cycle = number
    raise.run = 1
    if raises[earlier].cycle == number { raise.run += raises[earlier].run }
    cycles[Int(number)].last = place + self.start
    guard cycles[Int(number)].returning == raise.step else { return }
    cycles[Int(number)].count += 1
    cycles[Int(number)].longestRun = max(cycles[Int(number)].longestRun, Int(raise.run))
  }
}
