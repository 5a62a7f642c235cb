package import TreeJournal

/// Where two runs part: the first difference, what that led to, and the other differences. Numbers, times,
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
