package import TreeJournal
package import TreeSnapshot

/// What counts in a comparison of two runs.
package struct ComparisonRules: Sendable {
  /// The records that don't count, including everything that they led to.
  package var ignored: Ignored = Ignored()
  /// The factor by which a longer duration is a difference; nil if durations don't count.
  package var slowerBy: Double?
  /// The shortest duration, in nanoseconds, that can be slower.
  static let shortest = 1_000_000

  /// Messages, types of models and kinds of records.
  package struct Ignored: Sendable {
    package var messages: Set<KnownMessage> = []
    package var types: Set<String> = []
    package var events: Set<JournalEvent> = []

    package init() {}

    var isEmpty: Bool { messages.isEmpty && types.isEmpty && events.isEmpty }
  }

  /// Everything but times counts.
  package init() {}

  func isIgnored(_ record: JournalRecord, types: [String]) -> Bool {
    ignored.events.contains(record.event) || types.contains(where: ignored.types.contains)
      || record.message.map { ignored.messages.contains($0.unlabeled) } ?? false
  }
}

// What counts as a difference.
extension RunComparison {
  mutating func applyRules() {
    if let factor = rules.slowerBy { addSlower(factor) }
    if rules.ignored.isEmpty { return }
    let (old, new) = (ignored(.old), ignored(.new))
    differences.removeAll {
      ($0.old >= 0 && old[Int($0.old)]) || ($0.new >= 0 && new[Int($0.new)])
    }
  }

  /// Whether each record, or one that led to it, is ignored.
  private func ignored(_ side: RunSide) -> [Bool] {
    let run = run(side)
    var all = Array(repeating: false, count: run.count)
    for (place, entry) in run.entries.enumerated() {
      if entry.parent >= 0, all[Int(entry.parent)] {
        all[place] = true
      } else if let record = record(side, Int32(place)) {
        all[place] = rules.isIgnored(record, types: run.types(Int32(place)))
      }
    }
    return all
  }

  private mutating func addSlower(_ factor: Double) {
    for (place, entry) in old.entries.enumerated() where entry.partner >= 0 {
      let place = Int32(place)
      guard let record = record(.old, place), record.takesTime, let before = record.nanoseconds,
        let after = self.record(.new, entry.partner)?.nanoseconds,
        after >= ComparisonRules.shortest, Double(after) >= Double(before) * factor
      else { continue }
      differences.append(
        Difference(.slower, place, entry.partner, in: (entry.parent, new[entry.partner].parent)))
    }
  }
}
