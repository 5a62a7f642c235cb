package import TreeJournal
import TreeSnapshot

/// Where two runs diverge: the first difference, its consequences, and the other differences. Numbers, times,
/// ids and lines of code don't count, nor does the order of independent tasks.
package struct RunComparison: Sendable {
  package let old: Run
  package let new: Run
  /// The differences, the first one first.
  package internal(set) var differences: [Difference]
  /// The number of equal records before the first difference.
  package private(set) var alike = 0
  /// The records of both runs that came in another order and are independent: those that come earlier in the
  /// newer run than the records before them in the older one.
  package let reordered: [(old: Int32, new: Int32)]
  /// Whether everything was compared.
  package let isWhole: Bool
  /// Where the comparison begins.
  package private(set) var start: CommonStart?
  /// The texts that are compared; nil for runs without journals.
  package private(set) var texts: CommonTexts?
  /// The number of differences that a run which is still running may still make up for.
  package internal(set) var pending = 0
  /// How often in a second the records of differences in rate come, by the places in the older run.
  package internal(set) var rates: [Int32: (old: Double, new: Double)] = [:]
  let rules: ComparisonRules
  private let record: @Sendable (RunSide, _ place: Int32) -> JournalRecord?

  /// Compares two runs. Costs a few looks at each record.
  ///
  /// - Parameters:
  ///   - rules: What counts.
  ///   - isWanted: Called every few thousand records; the rest isn't compared once it returns false.
  package init(
    _ old: JournalContents, _ new: JournalContents, rules: ComparisonRules = ComparisonRules(),
    while isWanted: () -> Bool = { true }
  ) {
    let start = CommonStart(old, new)
    let texts = CommonTexts(old, new)
    var isRead = true
    let isStillWanted = {
      isRead = isRead && isWanted()
      return isRead
    }
    let one = Run(old, from: start.old, while: isStillWanted)
    let other = Run(new, from: start.new, while: isStillWanted)
    self.init(one, other, rules: rules, while: isStillWanted) { alignment in
      StateComparison(alignment, ends: Self.ends(old, new, alignment, rules)).differences()
    } record: { side, place in
      texts.common(side == .old ? old[start.old + Int(place)] : new[start.new + Int(place)])
    }
    self.start = start
    self.texts = texts
  }

  /// The last moments with trees; nil without one, or if a run is still running.
  private static func ends(
    _ old: JournalContents, _ new: JournalContents, _ alignment: Alignment, _ rules: ComparisonRules
  ) -> (old: Int32, new: Int32)? {
    guard rules.running.isEmpty, let end = old.lastMomentWithTree(),
      let otherEnd = new.lastMomentWithTree()
    else { return nil }
    let places = (old: end - alignment.old.first, new: otherEnd - alignment.new.first)
    if places.old < -1 || places.new < -1 { return nil }
    return (Int32(clamping: places.old), Int32(clamping: places.new))
  }

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - states: The differences between the states of matched models.
  ///   - record: The record at a place of one of the runs.
  init(
    _ old: Run, _ new: Run, rules: ComparisonRules, while isWanted: () -> Bool,
    states: (Alignment) -> [Difference] = { _ in [] },
    record: @escaping @Sendable (RunSide, _ place: Int32) -> JournalRecord?
  ) {
    var alignment = Alignment(old, new, record: record)
    isWhole = alignment.run(while: isWanted)
    self.old = alignment.old
    self.new = alignment.new
    differences = alignment.differences
    // What follows in a run that was cut isn't known.
    if isWhole { differences += states(alignment) }
    if isWhole, rules.running.isEmpty { differences += alignment.leaks }
    reordered = alignment.reordered
    self.rules = rules
    self.record = record
    applyRules()
    differences.sort(by: self.new)
    preferEffects()
    alike = countAlike()
  }

  /// Whether the runs are equal: everything was compared, and nothing that counts differs.
  package var isEqual: Bool { isWhole && differences.isEmpty }

  /// The number of differences.
  package var count: Int { differences.count }

  /// The first difference.
  package var first: Difference? { differences.first }

  func run(_ side: RunSide) -> Run { side == .old ? old : new }

  /// The record at a place; nil for none.
  func record(_ side: RunSide, _ place: Int32) -> JournalRecord? {
    place < 0 ? nil : record(side, place)
  }

  /// Moves the first effect before the inputs that differ: where the runs part is what happened, as long as
  /// anything but inputs differs.
  private mutating func preferEffects() {
    guard let place = differences.firstIndex(where: { $0.what != .input }), place > 0 else {
      return
    }
    differences.insert(differences.remove(at: place), at: 0)
  }

  private func countAlike() -> Int {
    let end =
      first.map { $0.old >= 0 && $0.anchor == $0.old ? $0.old : $0.anchor + 1 }
      ?? Int32(old.count)
    return old.entries.prefix(Int(max(0, end))).count { $0.partner >= 0 }
  }
}

/// The texts that both of two journals keep; others aren't compared.
package struct CommonTexts: Sendable {
  /// Whether both keep words of actions, contexts, underlying errors, labels and states.
  package let hasTexts: Bool
  /// Whether both, or neither, keep the values of messages.
  package let hasValues: Bool

  init(_ old: JournalContents, _ new: JournalContents) {
    hasTexts = (old.texts == .names) == (new.texts == .names)
    hasValues = old.texts == nil || new.texts == nil || old.texts == new.texts
  }

  /// A record without the texts that only one journal keeps.
  func common(_ record: JournalRecord?) -> JournalRecord? {
    guard var record, !hasTexts || !hasValues else { return record }
    record.value = nil
    if !hasTexts {
      record.words.removeLast(max(0, record.words.count - 1))
      (record.context, record.underlying) = (nil, nil)
    }
    return record
  }
}

/// One of two compared runs.
package enum RunSide: String, CaseIterable, Sendable {
  /// The run that is known to be good, or the earlier one.
  case old
  case new
}

// How often something is repeated.
extension RunComparison {
  /// The fewest repetitions with a rate.
  private static let fewest = 10

  /// A message that a model raises, or an action, again and again.
  private struct Repetition {
    let place: Int32
    let begin: Int
    var end: Int
    var count = 1

    /// How often it comes in a second.
    var rate: Double? {
      count < RunComparison.fewest || end <= begin
        ? nil : Double(count - 1) * 1e9 / Double(end - begin)
    }
  }

  /// Adds the repeated messages and actions whose rates differ by a factor, in either direction.
  mutating func addRates(_ factor: Double) {
    let others = repetitions(.new)
    for (key, repetition) in repetitions(.old) {
      guard let other = others[key], let rate = repetition.rate, let otherRate = other.rate
      else { continue }
      let (least, most) = (min(rate, otherRate), max(rate, otherRate))
      // As with durations, less than a millisecond is too short.
      if most < least * factor || least * Double(ComparisonRules.shortest) > 1e9 { continue }
      differences.append(
        Difference(.rate, repetition.place, other.place, in: (Run.none, Run.none)))
      rates[repetition.place] = (rate, otherRate)
    }
  }

  private func repetitions(_ side: RunSide) -> [UInt64: Repetition] {
    let run = run(side)
    var all: [UInt64: Repetition] = [:]
    for (index, entry) in run.entries.enumerated()
    where entry.event == .raised || entry.event == .performed {
      let place = Int32(index)
      guard let elapsed = record(side, place)?.elapsed else { continue }
      let key = run.key(place)
      if all[key] == nil {
        all[key] = Repetition(place: place, begin: elapsed, end: elapsed)
      } else {
        all[key]?.end = elapsed
        all[key]?.count += 1
      }
    }
    return all
  }
}

extension RunComparison {
  /// The differing records of both runs that the first difference led to along recorded causes: those that
  /// follow from it, those of a model that only one run has, and those of the same handler that are about the
  /// same message or model. Costs a look at each record.
  package var consequences: (old: [Int32], new: [Int32]) {
    (consequences(.old), consequences(.new))
  }

  private func consequences(_ side: RunSide) -> [Int32] {
    guard let first else { return [] }
    let run = run(side)
    let (start, context) = (first.place(side), first.context(side))
    var isDiffering = Array(repeating: false, count: run.count)
    for difference in differences {
      let place = difference.place(side)
      if place >= 0 { isDiffering[Int(place)] = true }
    }
    let message = (record(.old, first.old) ?? record(.new, first.new))?.message
    let subject = run.model(of: start)
    var models: Set<Int32> = []
    if start >= 0, run[start].event == .attached, run[start].partner < 0 {
      models.insert(run[start].other)
    }
    // The records below the context, and those that the first difference led to.
    var isBelow = Array(repeating: false, count: run.count)
    var isLed = isBelow
    var found: [Int32] = []
    for place in max(start, context, 0)..<max(start, context, Int32(run.count)) {
      let (index, entry) = (Int(place), run[place])
      let parent = Int(entry.parent)
      isBelow[index] = parent >= 0 && (entry.parent == context || isBelow[parent])
      if place == start {
        isLed[index] = true
        continue
      }
      let isDifferent =
        (entry.partner < 0 && entry.event != nil) || isDiffering[index]
      let isFollowing = parent >= 0 && isLed[parent]
      let isOfModel = models.contains(entry.model) || models.contains(entry.other)
      if isOfModel, entry.event == .attached { models.insert(entry.other) }
      guard isDifferent || isFollowing else { continue }
      func isAlike() -> Bool {
        (subject >= 0 && entry.model == subject) || isAbout(message, side, place)
      }
      guard isFollowing || isOfModel || (isBelow[index] && place > start && isAlike()) else {
        continue
      }
      isLed[index] = true
      if isDifferent { found.append(place) }
    }
    return found
  }

  private func isAbout(_ message: KnownMessage?, _ side: RunSide, _ place: Int32) -> Bool {
    guard let message, let other = record(side, place)?.message else { return false }
    return message.isSame(as: other)
  }
}
