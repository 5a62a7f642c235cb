package import TextIO
package import TreeJournal
package import TreeSnapshot

/// Messages that led to each other in a circle: each was raised while a handler of the one before ran, and
/// the first one again while a handler of the last did.
package struct MessageCycle: Sendable {
  /// A message on the way around, and the model that raised it.
  package struct Step: Hashable, Sendable {
    package let message: KnownMessage
    package let raiser: JournalNode
  }

  /// The steps, in the order in which they led to each other.
  package let steps: [Step]
  /// How often the messages came back to the first of them at a stretch.
  package fileprivate(set) var longestRun = 0
  /// The records of the first message that came back and of the last.
  package let first: Int
  package fileprivate(set) var last: Int
}

/// Finds circles in raised messages, taken in the order of their records: a few steps for each.
struct CycleSearch {
  private struct Raise {
    let step: MessageCycle.Step
    /// The record of the message whose handler raised it.
    let before: Int?
    /// The circle that ends in it, and how often at a stretch.
    var cycle: Int?
    var run = 0
  }

  /// How many messages a circle has at most.
  private static let mostSteps = 16

  private(set) var cycles: [MessageCycle] = []
  private var places: [Set<MessageCycle.Step>: Int] = [:]
  private var raises: [Int: Raise] = [:]

  /// Takes a message.
  ///
  /// - Parameter before: The record of the message whose handler raised it.
  mutating func take(_ record: JournalRecord, _ message: KnownMessage, before: Int?) {
    var raise = Raise(step: .init(message: message, raiser: record.node), before: before)
    var (steps, next) = ([raise.step], before)
    while let number = next, let earlier = raises[number], steps.count <= Self.mostSteps {
      if earlier.step == raise.step {
        // The same circle wherever it is entered.
        let place = places[Set(steps)] ?? cycles.count
        if place == cycles.count {
          places[Set(steps)] = place
          cycles.append(MessageCycle(steps: steps, first: number, last: number))
        }
        (raise.cycle, raise.run) = (place, earlier.cycle == place ? earlier.run + 1 : 1)
        cycles[place].last = record.number
        cycles[place].longestRun = max(cycles[place].longestRun, raise.run)
        break
      }
      steps.insert(earlier.step, at: 1)
      next = earlier.before
    }
    raises[record.number] = raise
  }
}

extension RecordWords {
  /// The number of a cycle's steps to name.
  private static let mostSteps = 4

  /// `Feed #3 raises event Feed.changed, whose handler raises error Sync.stale (Sync #4), whose handler
  /// raises event Feed.changed again`
  package func cycle(_ cycle: MessageCycle) -> SafeText {
    guard let first = cycle.steps.first else { return "" }
    var words: SafeText = "\(name(first.raiser)) raises \(Self.name(first.message))"
    for step in cycle.steps.dropFirst().prefix(Self.mostSteps) {
      let raiser: SafeText = step.raiser == first.raiser ? "" : " (\(name(step.raiser)))"
      words += ", whose handler raises \(Self.name(step.message))\(raiser)"
    }
    let more = cycle.steps.count - 1 - Self.mostSteps
    if more > 0 { words += ", and so on over \(counted(more, "more message"))" }
    return words + ", whose handler raises \(Self.name(first.message)) again"
  }
}
