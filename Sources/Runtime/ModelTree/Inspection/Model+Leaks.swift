package import TreeSnapshot

// Leaked models, for an inspector.
extension Model {
  /// The leaked models of the tree, and of the earlier trees of its session controller. Costs a
  /// look at each living model.
  package func allLeakedModels() -> [LeakedModel] {
    let controller = (root as? Session)?.controller
    let before = controller?.earlierTrees.compactMap(\.object) ?? []
    let earlier = before.flatMap { TreeLeaks($0, isEarlier: true).models }
    return earlier + store.leakedModels()
  }
}

/// The leaked models of one tree.
package struct TreeLeaks {
  /// An object that identifies the tree; it may outlive the tree.
  package let token: AnyObject
  /// The leaked models.
  package let models: [LeakedModel]

  @MainActor
  fileprivate init(_ store: TreeStore, isEarlier: Bool) {
    token = store.token
    models = store.leakedModels().map { leaked in
      var leaked = leaked
      leaked.isOfEarlierTree = isEarlier
      return leaked
    }
  }
}

// Leaks by tree, for tests.
extension Model {
  /// The leaked models of this tree only. Costs a look at each living model.
  package func treeLeaks() -> TreeLeaks { TreeLeaks(store, isEarlier: false) }
}

extension SessionController {
  /// The leaked models of the trees of closed sessions, and of the current one. Costs a look at
  /// each living model.
  package func treeLeaks() -> [TreeLeaks] {
    earlierTrees.compactMap(\.object).map { TreeLeaks($0, isEarlier: true) }
      + (session.map { [$0.treeLeaks()] } ?? [])
  }
}

extension TreeStore {
  fileprivate func leakedModels() -> [LeakedModel] {
    var leaked: [LeakedModel] = []
    for top in aliveNodes where links[Int(top)].parent == Self.none && isLeaked(top) {
      for node in nodes(from: top) {
        let links = links[Int(node)]
        var entry = LeakedModel(
          id: links.id, type: TypeName.of(links.type), path: path(of: node),
          source: links.creation,
          holder: node == top ? nil : self.links[Int(links.parent)].id,
          handlers: lines(registrations(of: node).filter { $0.taker != .model }.map(\.source)),
          work: lines(work.sources(of: node)))
        entry.isEndingWork = work.isEnding(of: node)
        entry.address = model(at: node).map {
          UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())
        }
        leaked.append(entry)
      }
    }
    return leaked
  }

  /// The path that a node had in the tree; nil if nothing has kept it.
  private func path(of node: Int32) -> String? {
    let model = ObservedModel(tree: self, node: node)
    return observer?.formerPath(of: model) ?? (model.isRoot ? "/\(model.type)" : nil)
  }

  /// Each `file:line` once, because one line may register for several messages.
  private func lines(_ sources: [SourceLine]) -> [String] {
    var unique: Set<String> = []
    return sources.map(\.text).filter { unique.insert($0).inserted }
  }

  /// Whether a top is alive and isn't a root session in use.
  private func isLeaked(_ top: Int32) -> Bool {
    guard let model = model(at: top) else { return false }
    return top != rootNode || (model as? Session)?.wasClosed == true
  }
}
