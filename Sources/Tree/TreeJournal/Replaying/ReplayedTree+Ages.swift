import TreeSnapshot

extension ReplayedTree {
  /// Marks the labels and states that may have been others at a moment: those of models whose next look
  /// found something else, or that left without another one. Models that were not looked at yet are
  /// described by their first look.
  ///
  /// Costs a look at the records between the moment and the next look at all models.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that was applied.
  ///   - contents: the journal.
  mutating func markAges(at moment: Int, in contents: JournalContents) {
    if isOfObjects {
      for (id, model) in models where model.asOf == moment { models[id]?.asOf = nil }
      return
    }
    var unseen = Set(inOrder.map(\.id))
    /// Takes what a model's next look says, or the end of what is known of it.
    func settle(_ id: Int, lookedAfter record: Int) {
      guard unseen.remove(id) != nil, let model = models[id], let described = model.described,
        model.asOf == nil
      else { return }
      let latest = max(record, described)
      if latest < moment { models[id]?.asOf = latest }
    }
    let look = contents.looks.first { $0.after >= moment }
    let last = look.map { max(moment, $0.at) + 1 } ?? .max
    contents.forEachRecord(in: (moment + 1)..<last, of: [.detached, .described, .changed]) {
      record in
      let id = record.node.id
      if record.node.tree != number { return true }
      if record.event == .detached {
        for model in models(from: id) { settle(model.id, lookedAfter: record.since ?? 0) }
      } else if record.event == .changed {
        settle(id, lookedAfter: record.since ?? 0)
      } else if unseen.contains(id), let model = models[id],
        // Its first look may have several records.
        model.described == nil || model.asOf ?? 0 > moment
      {
        models[id]?.describe(record)
        models[id]?.asOf = record.number
      }
      return true
    }
    for id in unseen { settle(id, lookedAfter: look?.after ?? contents.looks.last?.after ?? 0) }
  }
}
