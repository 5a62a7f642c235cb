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
  package internal(set) var alike = 0
  /// The records of both runs that came in another order and are independent: those that come earlier in the
  /// newer run than the records before them in the older one.
  package let reordered: [(old: Int32, new: Int32)]
  /// Whether words of actions, contexts, underlying errors and values are compared: both journals keep the
  /// same of them.
  package let hasTexts: Bool
  let rules: ComparisonRules

  /// Compares two runs, from the first record that neither has dropped. Costs a few looks at each record.
  ///
  /// - Parameter rules: What counts.
  package init(
    _ old: JournalContents, _ new: JournalContents, rules: ComparisonRules = ComparisonRules()
  ) {
    let start = max(old.records.lowerBound, new.records.lowerBound)
    hasTexts = old.texts == nil || new.texts == nil || old.texts == new.texts
    var alignment = Alignment(
      Run(old, from: start, hasTexts: hasTexts), Run(new, from: start, hasTexts: hasTexts))
    alignment.run()
    self.old = alignment.old
    self.new = alignment.new
    differences = alignment.differences
    reordered = alignment.reordered
    self.rules = rules
    applyRules()
    sortDifferences()
  }

  /// Whether nothing that counts differs.
  package var isEqual: Bool { differences.isEmpty }

  /// The first difference.
  package var first: Difference? { differences.first }

  func run(_ side: RunSide) -> Run { side == .old ? old : new }

  func record(_ side: RunSide, _ place: Int32) -> JournalRecord? { run(side).compared(place) }
}

/// One of two compared runs.
package enum RunSide: String, CaseIterable, Sendable {
  /// The run that is known to be good, or the earlier one.
  case old
  case new
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
    return message.unlabeled == other.unlabeled
  }
}
