package import TreeSnapshot

extension JournalContents {
  /// The models that had left their trees up to a moment and were still alive, in the order in which that was
  /// recorded. Costs a pass over the records, and a tree for each of them.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that counts.
  ///   - tree: the number of the tree whose ids the models have; those of others are of earlier trees.
  package func leakedModels(at moment: Int, tree: Int?) -> [LeakedModel] {
    var leaked: [JournalNode: Int] = [:]
    forEachRecord(in: records(until: moment), of: [.leaked, .released]) { record in
      leaked[record.node] = record.event == .leaked ? record.number : nil
      return true
    }
    if leaked.isEmpty { return [] }
    let types = JournalTypes(of: self)
    let running = runningWork(at: moment)
    return leaked.sorted { $0.value < $1.value }.map { node, _ in
      let model = types.departure(of: node, until: moment).flatMap { record in
        (try? JournalReplay(of: self, at: record - 1))?[tree: node.tree]?[node.id]
      }
      let names = sequence(first: node, next: types.parent).compactMap { types[$0] }
        .map { TypeName.bare($0) ?? $0 }
      return LeakedModel(
        id: node.id, type: types[node] ?? "…",
        path: model.map { _ in "/" + names.reversed().joined(separator: "/") },
        source: model?.source, holder: nil, isOfEarlierTree: tree != nil && node.tree != tree,
        handlers: (model?.subscriptions ?? []).compactMap(\.source),
        work: running.filter { $0.node == node }.compactMap(\.source))
    }
  }
}
