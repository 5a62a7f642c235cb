import TreeJournal
import TreeSnapshot

/// The labels and states of a run's models at its end, except those of an older look.
struct EndStates {
  /// A label, or a value of a state.
  struct Subject: Hashable {
    var model: Int32
    /// The key of the state; nil for the label.
    var key: String?
  }

  private(set) var values: [Subject: String] = [:]
  /// The models with a label or state.
  private(set) var models: Set<Int32> = []
  /// The records with the values.
  private(set) var places: [Subject: Int32] = [:]

  init(_ contents: JournalContents, _ run: Run) {
    guard let moment = contents.lastMomentWithTree(), moment >= run.first - 1,
      let replay = try? JournalReplay(of: contents, at: moment), let tree = replay.tree,
      let snapshot = try? replay.snapshot(ofTree: tree)
    else { return }
    var indices: [Int: Int32] = [:]
    for (index, model) in run.all.enumerated() where model.node.tree == tree {
      indices[model.node.id] = Int32(index)
    }
    for position in snapshot.positions where snapshot.columns.asOf(position) == nil {
      let node = snapshot[position]
      guard let model = indices[node.id] else { continue }
      // The app may never have looked at a model without either.
      if node.label != nil || !node.state.isEmpty { models.insert(model) }
      if let label = node.label { values[Subject(model: model, key: nil)] = label }
      for entry in node.state { values[Subject(model: model, key: entry.key)] = entry.value }
    }
    contents.forEachRecord(
      in: run.first..<(moment + 1), of: [.described, .changed]
    ) { record in
      guard record.node.tree == tree, let model = indices[record.node.id] else { return true }
      let place = Int32(record.number - run.first)
      if record.event == .changed {
        places[Subject(model: model, key: record.key)] = place
      } else {
        if record.label != nil { places[Subject(model: model, key: nil)] = place }
        for entry in record.state { places[Subject(model: model, key: entry.key)] = place }
      }
      return true
    }
  }

  /// The differences at the ends of two runs between matched models.
  static func differences(_ old: EndStates, _ new: EndStates, _ models: [Run.Model]) -> [Difference]
  {
    var all: [Difference] = []
    func compare(_ subject: Subject, _ other: Subject) {
      let value = old.values[subject].map(RecordSignature.plain)
      if value == new.values[other].map(RecordSignature.plain) { return }
      let place = old.places[subject] ?? Run.none
      var difference = Difference(
        .state, place, new.places[other] ?? Run.none, in: (-1, -1))
      difference.models = (subject.model, other.model)
      all.append(difference)
    }
    for subject in old.values.keys {
      let partner = models[Int(subject.model)].partner
      guard partner >= 0, new.models.contains(partner) else { continue }
      compare(subject, Subject(model: partner, key: subject.key))
    }
    // Values of the newer run alone.
    var partners: [Int32: Int32] = [:]
    for model in old.models where models[Int(model)].partner >= 0 {
      partners[models[Int(model)].partner] = model
    }
    for other in new.values.keys {
      guard let model = partners[other.model] else { continue }
      let subject = Subject(model: model, key: other.key)
      if old.values[subject] == nil { compare(subject, other) }
    }
    return all
  }
}
