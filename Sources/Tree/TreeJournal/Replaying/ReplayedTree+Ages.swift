import TreeSnapshot

extension ReplayedTree {
  /// Marks the labels and states that may have been others at a moment: those of models whose next look
  /// found something else, or that left without another one. Models that were not looked at yet are
  /// described by their first look.
  ///
  /// Costs a look at the records between the moment and the end of a turn around all models, which is
  /// at most a segment later where the app leaves time for it.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that was applied.
  ///   - contents: the journal.
  mutating func markAges(at moment: Int, in contents: JournalContents) {
    var later = LaterLooks(tree: self, moment: moment)
    later.read(contents)
    models = later.models
  }
}

/// What the records after a moment say of the models that are in a tree at the moment.
private struct LaterLooks {
  /// The models as they were at the moment.
  private(set) var models: [ReplayedTree.Model]
  /// The tree after later records; a model keeps its index.
  private var tree: ReplayedTree
  private let moment: Int
  /// Whether it is known of which record a model's description is.
  private var isSettled: [Bool]

  init(tree: ReplayedTree, moment: Int) {
    models = tree.models
    self.tree = tree
    self.moment = moment
    isSettled = Array(repeating: false, count: models.count)
  }

  mutating func read(_ contents: JournalContents) {
    let looked = readRecords(contents)
    for index in models.indices { settle(index, lookedAfter: looked) }
  }

  /// Reads records until each model was looked at again, or left.
  ///
  /// - Returns: the latest record after which those that remain were looked at.
  private mutating func readRecords(_ contents: JournalContents) -> Int {
    // From a checkpoint without labels and states on, the journal had no room for them.
    let end =
      contents.checkpointList.first { $0.moment > moment && $0.looked == nil }?.moment ?? .max
    let look = contents.looks.first { $0.after >= moment && $0.at <= end }
    let checkpoint = contents.checkpointList.first { $0.moment > moment && $0.looked ?? 0 >= moment }
    let last = min(end, look?.at ?? .max, checkpoint?.moment ?? .max)
    let events: Set<JournalEvent> = [.attached, .detached, .described, .changed]
    let range = (moment + 1)..<max(moment + 1, last == .max ? last : last + 1)
    contents.forEachRecord(in: range, of: events) { record in
      if record.node.tree == tree.number { take(record) }
      return true
    }
    if last == look?.at { return look?.after ?? 0 }
    if last == checkpoint?.moment { return checkpoint?.looked ?? 0 }
    return last == .max ? contents.looked : 0
  }

  private mutating func take(_ record: JournalRecord) {
    guard let top = tree.indices[record.node.id] else {
      return tree.apply(record)
    }
    switch record.event {
    case .detached:
      var index = top
      while index >= 0 {
        settle(Int(index), lookedAfter: record.since ?? 0)
        index = tree.next(after: index, within: top)
      }
      tree.apply(record)
    case .described where isOpen(Int(top)):
      let earlier = models[Int(top)].description
      if let earlier, earlier.asOf ?? 0 <= moment { return }
      models[Int(top)].description = .init(earlier, with: record)
      models[Int(top)].description?.asOf = record.number
    case .changed: settle(Int(top), lookedAfter: record.since ?? 0)
    default: break
    }
  }

  private func isOpen(_ index: Int) -> Bool {
    isSettled.indices.contains(index) && !isSettled[index]
  }

  /// Takes what a model's next look says, or the end of what is known of it.
  private mutating func settle(_ index: Int, lookedAfter record: Int) {
    guard isOpen(index) else { return }
    isSettled[index] = true
    guard let description = models[index].description, description.asOf == nil else { return }
    let latest = max(record, description.number)
    if latest < moment { models[index].description?.asOf = latest }
  }
}

extension ReplayedTree.Description {
  /// What is known of a model after a record of what it says of itself.
  init(_ earlier: Self?, with record: JournalRecord) {
    self = earlier ?? Self(number: record.number)
    number = record.number
    if record.event == .described {
      label = record.label ?? label
      for entry in record.state { set(entry.key, entry.value) }
    } else if let key = record.key {
      set(key, record.new)
    } else {
      label = record.new
    }
  }

  private mutating func set(_ key: String, _ value: String?) {
    let place = state.firstIndex { $0.key == key }
    switch (place, value) {
    case (let place?, let value?): state[place].value = value
    case (let place?, nil): state.remove(at: place)
    case (nil, let value?): state.append(StateEntry(key: key, value: value))
    case (nil, nil): break
    }
  }
}
