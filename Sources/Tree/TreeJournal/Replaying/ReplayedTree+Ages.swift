import TreeSnapshot

extension ReplayedTree {
  /// Marks the labels and states that may have been others at a moment: those of models whose next look
  /// found something else, or that left without another one. Models that were not looked at yet are
  /// described by their first look.
  ///
  /// Costs a look at the records between the moment and the end of a turn around all models.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that was applied.
  ///   - contents: the journal.
  mutating func markAges(at moment: Int, in contents: JournalContents) {
    var later = self
    var unseen = Set(inOrder.map(\.id))
    /// Takes what a model's next look says, or the end of what is known of it.
    func settle(_ id: Int, lookedAfter record: Int) {
      guard unseen.remove(id) != nil, let model = self[id], let described = model.described,
        model.asOf == nil
      else { return }
      let latest = max(record, described)
      if latest < moment { self[id]?.asOf = latest }
    }
    let (last, looked) = contents.nextLook(after: moment)
    contents.forEachRecord(in: (moment + 1)..<last, of: [.detached, .described, .changed]) {
      record in
      let id = record.node.id
      if record.node.tree != number { return true }
      switch record.event {
      case .detached: for id in later.detach(id) { settle(id, lookedAfter: record.since ?? 0) }
      case .changed: settle(id, lookedAfter: record.since ?? 0)
      default:
        guard unseen.contains(id), let model = self[id] else { break }
        // Its first look may have several records.
        if model.described != nil, model.asOf ?? 0 <= moment { break }
        self[id]?.describe(record)
        self[id]?.asOf = record.number
      }
      return true
    }
    for id in unseen { settle(id, lookedAfter: looked) }
  }
}

extension JournalContents {
  /// Until when records say what models were at a moment: to the end of the next look at all of them.
  ///
  /// - Returns: the first record behind, and the latest record after which each model that remains was looked
  ///   at.
  fileprivate func nextLook(after moment: Int) -> (end: Int, looked: Int) {
    // From a checkpoint without labels and states on, the journal had no room for them.
    let end = checkpointList.first { $0.moment > moment && $0.looked == nil }?.moment
    if let look = looks.first(where: { $0.after >= moment && $0.at <= end ?? .max }) {
      return (max(moment, look.at) + 1, look.after)
    }
    return end.map { ($0 + 1, 0) } ?? (.max, looked)
  }
}
