package import TreeJournal

/// Where two runs part: what went differently first, what that led to, and what else is different. Numbers,
/// times, ids and lines of code don't count, nor does the order of tasks that don't depend on each other.
package struct RunComparison: Sendable {
  package let old: Run
  package let new: Run
  /// The record of the newer run that is the same as one of the older.
  private let partners: [Int32]
  private let origins: [Int32]
  /// The differences, the first one first.
  package private(set) var differences: [Difference]
  /// How many records were the same before the first difference.
  package private(set) var alike: Int
  /// What came in another order, of what doesn't depend on each other: records of both runs, of which the
  /// newer run's came before those that it follows in the older one.
  package let reordered: [(old: Int32, new: Int32)]
  /// Whether all records were compared.
  package private(set) var isWhole: Bool
  /// From where the runs are compared.
  package private(set) var start: CommonStart?
  /// How many things one run did after the end of the other, which goes on.
  package private(set) var pending = 0
  private let rules: ComparisonRules
  private let record: @Sendable (_ isOld: Bool, _ place: Int32) -> JournalRecord?

  /// Compares two runs. Costs a few looks at each record.
  ///
  /// - Parameters:
  ///   - rules: What counts.
  ///   - goesOn: Asked now and then; what is not compared by then is left out.
  package init(
    _ old: JournalContents, _ new: JournalContents, rules: ComparisonRules = ComparisonRules(),
    while goesOn: () -> Bool = { true }
  ) {
    let start = CommonStart(old, new)
    var isRead = true
    let isWanted = {
      isRead = isRead && goesOn()
      return isRead
    }
    let one = Run(old, from: start.old, while: isWanted)
    let other = Run(new, from: start.new, while: isWanted)
    self.init(one, other, rules: rules, while: isWanted) { alignment in
      EndStates.differences(
        EndStates(old, alignment.old), EndStates(new, alignment.new), alignment.old.all)
    } record: { isOld, place in
      isOld ? old[start.old + Int(place)] : new[start.new + Int(place)]
    }
    self.start = start
    isWhole = isWhole && isRead
  }

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - states: What differs at the end between models that are the same.
  ///   - record: The record at a place of one of the runs.
  init(
    _ old: Run, _ new: Run, rules: ComparisonRules, while goesOn: () -> Bool,
    states: (Alignment) -> [Difference] = { _ in [] },
    record: @escaping @Sendable (_ isOld: Bool, _ place: Int32) -> JournalRecord?
  ) {
    var alignment = Alignment(old, new, record: record)
    isWhole = alignment.run(while: goesOn)
    self.old = alignment.old
    self.new = alignment.new
    partners = alignment.partners
    origins = alignment.origins
    differences = alignment.differences
    // A run that was cut, or goes on, has not come to its end.
    if isWhole, !rules.oldGoesOn, !rules.newGoesOn {
      differences += states(alignment)
      Alignment.sort(&differences, alignment.origins, alignment.new)
    }
    reordered = alignment.reordered
    self.rules = rules
    self.record = record
    alike = 0
    if let factor = rules.slowerBy { addSlower(factor) }
    apply(rules)
    removePending(rules)
    preferEffects()
    alike = countAlike()
  }

  /// Whether nothing that counts is different.
  package var isEqual: Bool { differences.isEmpty }

  /// How many differences there are.
  package var count: Int { differences.count }

  /// What is different first.
  package var first: Difference? { differences.first }

  /// The record of a place.
  package func record(ofOld place: Int32) -> JournalRecord? {
    place < 0 ? nil : record(true, place)
  }

  /// The record of a place.
  package func record(ofNew place: Int32) -> JournalRecord? {
    place < 0 ? nil : record(false, place)
  }

  // MARK: What counts

  /// What was put in comes before what came of it, but does not say where the runs part as long as anything
  /// else does.
  private mutating func preferEffects() {
    guard let place = differences.firstIndex(where: { $0.what != .input }), place > 0 else {
      return
    }
    differences.insert(differences.remove(at: place), at: 0)
  }

  /// A run that goes on may still do what the other one did.
  private mutating func removePending(_ rules: ComparisonRules) {
    let count = differences.count
    differences.removeAll {
      $0.isBehindEnd && ($0.new < 0 ? rules.newGoesOn : rules.oldGoesOn)
    }
    pending = count - differences.count
  }

  private mutating func apply(_ rules: ComparisonRules) {
    if rules.isEmpty { return }
    let left = (ignored(old, isOld: true), ignored(new, isOld: false))
    if rules.isNarrow { addInner() }
    differences.removeAll { difference in
      let places = [(difference.old, true), (difference.new, false)].filter { $0.0 >= 0 }
      if places.contains(where: { ($0.1 ? left.0 : left.1)[Int($0.0)] }) { return true }
      if !rules.isNarrow { return false }
      return !places.contains { place, isOld in
        guard let record = record(isOld, place) else { return false }
        let run = isOld ? self.old : self.new
        return rules.isWanted(record, types: run.types(place))
      }
    }
  }

  /// Adds what only one run has because something else did: a rule may want that alone.
  private mutating func addInner() {
    func add(_ run: Run, _ partners: [Int32], isOld: Bool, _ all: inout [Difference]) {
      let known = Set(all.map { isOld ? $0.old : $0.new })
      for (place, partner) in partners.enumerated() where partner < 0 && run.events[place] != 0 {
        let (place, parent) = (Int32(place), run.parents[place])
        if known.contains(place) { continue }
        let other = parent < 0 ? Run.none : partners[Int(parent)]
        all.append(
          isOld
            ? Difference(
              what: .missing, old: place, new: Run.none, context: (parent, other), anchor: place)
            : Difference(
              what: .extra, old: Run.none, new: place, context: (other, parent),
              anchor: Run.none))
      }
    }
    add(old, partners, isOld: true, &differences)
    add(new, origins, isOld: false, &differences)
    Alignment.sort(&differences, origins, new)
  }

  /// The records that don't count, and those that they led to.
  private func ignored(_ run: Run, isOld: Bool) -> [Bool] {
    var all = Array(repeating: false, count: run.count)
    if rules.ignored.isEmpty { return all }
    for place in all.indices {
      let parent = Int(run.parents[place])
      if parent >= 0, all[parent] {
        all[place] = true
      } else if let record = record(isOld, Int32(place)) {
        all[place] = rules.isIgnored(record, types: run.types(Int32(place)))
      }
    }
    return all
  }

  private mutating func addSlower(_ factor: Double) {
    for (place, other) in partners.enumerated() where other >= 0 {
      guard record(true, Int32(place))?.takesTime == true,
        let before = record(true, Int32(place))?.nanoseconds,
        let after = record(false, other)?.nanoseconds,
        after >= ComparisonRules.shortest, Double(after) >= Double(before) * factor
      else { continue }
      differences.append(
        Difference(
          what: .slower, old: Int32(place), new: other,
          context: (old.parents[place], new.parents[Int(other)]), anchor: Int32(place)))
    }
    Alignment.sort(&differences, origins, new)
  }

  private func countAlike() -> Int {
    guard let first else { return partners.reduce(0) { $0 + ($1 >= 0 ? 1 : 0) } }
    let end = first.old >= 0 ? first.old : first.anchor + 1
    return partners.prefix(Int(max(0, end))).reduce(0) { $0 + ($1 >= 0 ? 1 : 0) }
  }
}

extension Run {
  /// The types of the models that a record names.
  func types(_ place: Int32) -> [String] {
    [models[Int(place)], others[Int(place)]].filter { $0 >= 0 }.map(type)
  }
}

// MARK: What the first difference led to

extension RunComparison {
  /// The records of both runs that are different, too, and that the first difference led to along recorded
  /// causes: what follows from it, what a model did that only one run has, and what happened in the same
  /// handler because of the same message, or to the same model. Costs a look at each record.
  package var consequences: (old: [Int32], new: [Int32]) {
    guard let first else { return ([], []) }
    return (
      consequences(of: first, old, first.old, first.context.old, partners, isOld: true),
      consequences(of: first, new, first.new, first.context.new, origins, isOld: false)
    )
  }

  private func consequences(
    of first: Difference, _ run: Run, _ start: Int32, _ context: Int32, _ partners: [Int32],
    isOld: Bool
  ) -> [Int32] {
    let differing = Set(differences.map { isOld ? $0.old : $0.new }.filter { $0 >= 0 })
    let given = [(first.old, true), (first.new, false)].lazy.compactMap { place, isOld in
      place < 0 ? nil : self.record(isOld, place)
    }.first
    let subject = start >= 0 ? run.models[Int(start)] : Run.none
    var models: Set<Int32> = []
    if start >= 0, run.event(start) == .attached, partners[Int(start)] < 0 {
      models.insert(run.others[Int(start)])
    }
    // What lies below the context, and what was led to.
    var below = Array(repeating: false, count: run.count)
    var led = below
    var found: [Int32] = []
    let begin = max(start, context, 0)
    for place in Int(begin)..<max(Int(begin), run.count) {
      let parent = run.parents[place]
      below[place] = parent >= 0 && (parent == context || below[Int(parent)])
      if Int32(place) == start {
        led[place] = true
        continue
      }
      let isDifferent = partners[place] < 0 && run.events[place] != 0
      let isFollowing = parent >= 0 && led[Int(parent)]
      let isOfModel = models.contains(run.models[place]) || models.contains(run.others[place])
      if isOfModel, run.event(Int32(place)) == .attached { models.insert(run.others[place]) }
      guard isDifferent || differing.contains(Int32(place)) || isFollowing else { continue }
      let isRelated =
        isFollowing || isOfModel
        || (below[place] && Int32(place) > start
          && (run.models[place] == subject && subject >= 0
            || isAbout(given, Int32(place), isOld: isOld)))
      guard isRelated else { continue }
      led[place] = true
      if isDifferent || differing.contains(Int32(place)) { found.append(Int32(place)) }
    }
    return found
  }

  private func isAbout(_ given: JournalRecord?, _ place: Int32, isOld: Bool) -> Bool {
    guard let message = given?.message, let other = record(isOld, place)?.message else {
      return false
    }
    return message.isSame(as: other)
  }

  /// The other differences, those that tell the same put together.
  ///
  /// - Parameter consequences: What the first difference led to, which is left out.
  package func others(
    without consequences: (old: [Int32], new: [Int32])
  ) -> [DifferenceGroup] {
    let (led, ledOther) = (Set(consequences.old), Set(consequences.new))
    var groups: [DifferenceGroup] = []
    var places: [UInt64: Int] = [:]
    for difference in differences.dropFirst()
    where !led.contains(difference.old) && !ledOther.contains(difference.new) {
      let key = groupKey(difference)
      if let place = places[key] {
        groups[place].count += 1
        continue
      }
      places[key] = groups.count
      groups.append(DifferenceGroup(example: difference, count: 1))
    }
    return groups
  }

  private func groupKey(_ difference: Difference) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(difference.what)
    func combine(_ place: Int32, _ run: Run) {
      guard place >= 0 else { return hasher.combine(0) }
      hasher.combine(run.keys[Int(place)])
      let model = run.models[Int(place)]
      hasher.combine(model < 0 ? 0 : run.all[Int(model)].shape)
    }
    combine(difference.old, old)
    combine(difference.new, new)
    hasher.combine(difference.models.old)
    hasher.combine(difference.models.new)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// The actions before a difference, the latest last.
  ///
  /// - Parameter limit: How many of each run at most.
  package func inputs(
    before difference: Difference, limit: Int
  ) -> (old: [JournalRecord], new: [JournalRecord]) {
    func actions(_ run: Run, _ end: Int32, isOld: Bool) -> [JournalRecord] {
      var found: [JournalRecord] = []
      var place = end
      while place >= 0, found.count < limit {
        if run.event(place) == .performed, let action = record(isOld, place) {
          found.append(action)
        }
        place -= 1
      }
      return found.reversed()
    }
    var (end, other) = (difference.old, difference.new)
    if end < 0 { end = difference.anchor }
    if other < 0 {
      var before = end
      while before >= 0, partners[Int(before)] < 0 { before -= 1 }
      other = before < 0 ? Run.none : partners[Int(before)]
    }
    return (actions(old, end, isOld: true), actions(new, other, isOld: false))
  }
}

/// Differences that tell the same.
package struct DifferenceGroup: Sendable {
  package let example: Difference
  package fileprivate(set) var count: Int
}
