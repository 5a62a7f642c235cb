package import TreeSnapshot

extension JournalContents {
  /// The models that had left their trees up to a moment and were still alive, in the order in which that was
  /// recorded. Costs a pass over the records, and a tree for each of them.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that counts.
  ///   - tree: the number of the tree whose ids the models have; those of others are of earlier trees.
  package func leakedModels(at moment: Int, tree: Int?) -> [LeakedModel] {
    var leaked: [JournalNode] = []
    forEachRecord(in: records(until: moment), of: [.leaked, .released]) { record in
      if record.event == .leaked {
        leaked.append(record.node)
      } else {
        leaked.removeAll { $0 == record.node }
      }
      return true
    }
    if leaked.isEmpty { return [] }
    let types = JournalTypes(of: self)
    let works = works(until: moment).filter { $0.end == nil }
    return leaked.map { node in
      let before = types.departure(of: node, until: moment).flatMap { record in
        (try? JournalReplay(of: self, at: record - 1))?[tree: node.tree]
      }
      let model = before?[node.id]
      return LeakedModel(
        id: node.id, type: types[node] ?? "…", path: before?.path(of: node.id),
        source: model?.source, holder: nil, isOfEarlierTree: tree != nil && node.tree != tree,
        handlers: (model?.subscriptions ?? []).compactMap(\.source),
        work: works.filter { $0.start.node == node }.compactMap(\.start.source))
    }
  }
}

extension ReplayedTree {
  /// The names from the root down to a model; nil if it isn't in the tree.
  fileprivate func path(of id: Int) -> String? {
    guard let model = self[id] else { return nil }
    let way = sequence(first: model) { $0.parent.flatMap { self[$0] } }
    return "/" + way.map { TypeName.bare($0.type) ?? $0.type }.reversed().joined(separator: "/")
  }
}
