package import TreeJournal
package import TreeSnapshot

/// What counts in a comparison of two runs.
package struct ComparisonRules: Sendable {
  /// Names of types.
  package typealias Names = Set<String>

  /// The messages that count, with `hasMessages`.
  package var messages: Set<KnownMessage> = []
  /// The types of the models that count, with `hasModels`.
  package var models: Names = []
  /// The records that don't count, including everything that they led to.
  package var ignored: Ignored = Ignored()
  /// The factor by which a longer duration is a difference; nil if durations don't count.
  package var slowerBy: Double?
  /// The runs that are still running: what they may still do doesn't count.
  package var running: Set<RunSide> = []
  /// The shortest duration, in nanoseconds, that can be slower.
  static let shortest = 1_000_000

  /// Messages, types of models and kinds of records.
  package struct Ignored: Sendable {
    package var messages: Set<KnownMessage> = []
    package var types: Names = []
    package var events: Set<JournalEvent> = []

    package init() {}

    var isEmpty: Bool { messages.isEmpty && types.isEmpty && events.isEmpty }
  }

  /// Everything but times counts.
  package init() {}

  /// Whether only some messages, or only some models, count; the runs may have none of these.
  package var hasMessages = false
  package var hasModels = false

  var isNarrow: Bool { hasMessages || hasModels }
  var isEmpty: Bool { !isNarrow && ignored.isEmpty }

  func isIgnored(_ record: JournalRecord, types: [String]) -> Bool {
    ignored.events.contains(record.event) || types.contains(where: ignored.types.contains)
      || isAbout(record, ignored.messages)
  }

  func isWanted(_ record: JournalRecord, types: [String]) -> Bool {
    (!hasMessages || isAbout(record, messages))
      && (!hasModels || types.contains(where: models.contains))
  }

  private func isAbout(_ record: JournalRecord, _ names: Set<KnownMessage>) -> Bool {
    record.message.map { names.contains($0.unlabeled) } ?? false
  }
}

// What counts as a difference.
extension RunComparison {
  mutating func applyRules() {
    if let factor = rules.slowerBy {
      addSlower(factor)
      addRates(factor)
    }
    if !rules.isEmpty { applyNames() }
    removePending()
  }

  /// Removes what a run that is still running may still do.
  private mutating func removePending() {
    let count = differences.count
    differences.removeAll {
      $0.isBehindEnd && rules.running.contains($0.new < 0 ? .new : .old)
    }
    pending = count - differences.count
  }

  private mutating func applyNames() {
    if rules.isNarrow { for side in RunSide.allCases { addInner(side) } }
    let ignored = (old: ignored(.old), new: ignored(.new))
    differences = differences.filter { difference in
      let places = RunSide.allCases.map { (side: $0, place: difference.place($0)) }
        .filter { $0.place >= 0 }
      let isIgnored = places.contains { side, place in
        (side == .old ? ignored.old : ignored.new)[Int(place)]
      }
      if isIgnored || !rules.isNarrow { return !isIgnored }
      return places.contains { side, place in
        record(side, place).map { rules.isWanted($0, types: run(side).types(place)) } ?? false
      }
    }
  }

  /// Adds the records of one run that lie below a difference: a rule may want these alone.
  private mutating func addInner(_ side: RunSide) {
    let run = run(side)
    let known = Set(differences.map { $0.place(side) })
    for (place, entry) in run.entries.enumerated() where entry.partner < 0 && entry.event != nil {
      let place = Int32(place)
      if known.contains(place) { continue }
      let other = entry.parent < 0 ? Run.none : run[entry.parent].partner
      differences.append(
        side == .old
          ? Difference(.missing, place, Run.none, in: (entry.parent, other))
          : Difference(.extra, Run.none, place, in: (other, entry.parent)))
    }
  }

  /// Whether each record, or one that led to it, is ignored.
  private func ignored(_ side: RunSide) -> [Bool] {
    let run = run(side)
    var all = Array(repeating: false, count: run.count)
    if rules.ignored.isEmpty { return all }
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
