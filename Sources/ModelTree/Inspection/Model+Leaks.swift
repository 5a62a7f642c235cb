package import TreeSnapshot

// Leaks, for an inspector.
extension Model {
  /// Begins to keep the former places of detached models, for this tree and those that its session
  /// controller opens later. From then on, each removal costs a list entry more.
  package func beginKeepingFormerPlaces() {
    store.beginKeepingFormerPlaces()
  }

  /// The leaked models of the tree, and of the earlier trees of its session controller. Costs a look
  /// at each model that is alive.
  package func allLeakedModels() -> [LeakedModel] {
    let controller = (root as? Session)?.controller
    let before = controller?.earlierTrees.compactMap(\.store) ?? []
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
    token = store.messages
    models = store.leakedModels().map { leaked in
      var leaked = leaked
      leaked.isOfEarlierTree = isEarlier
      return leaked
    }
  }
}

// Leaks by tree, for tests.
extension Model {
  /// The leaked models of this tree alone. Costs a look at each model that is alive.
  package func treeLeaks() -> TreeLeaks { TreeLeaks(store, isEarlier: false) }
}

extension SessionController {
  /// The leaked models of the trees of closed sessions, and of the present one. Costs a look at each
  /// model that is alive.
  package func treeLeaks() -> [TreeLeaks] {
    earlierTrees.compactMap(\.store).map { TreeLeaks($0, isEarlier: true) }
      + (session.map { [$0.treeLeaks()] } ?? [])
  }
}

@MainActor
extension TreeStore {
  fileprivate func leakedModels() -> [LeakedModel] {
    var leaked: [LeakedModel] = []
    for top in aliveNodes where links[Int(top)].parent == Self.none && isLeaked(top) {
      let holders = HolderPlaces(self, top)
      var node = top
      while node != Self.none {
        leaked.append(holders.leakedModel(at: node))
        node = next(after: node, within: top)
      }
    }
    return leaked
  }

  /// Whether a top is alive, and no root session that is in use.
  private func isLeaked(_ top: Int32) -> Bool {
    guard let model = model(at: top) else { return false }
    return !links[Int(top)].isRootSession || (model as? Session)?.wasClosed == true
  }
}

/// The former paths of a detached subtree.
private struct HolderPlaces {
  private let store: TreeStore
  private let top: Int32
  /// The top's former place; nil if it is not known.
  private let topPlace: Departures.Place?

  init(_ store: TreeStore, _ top: Int32) {
    self.store = store
    self.top = top
    let place =
      store.links[Int(top)].isRootSession ? .top : store.departures.place(of: top, in: store)
    topPlace = place.isCut && place.types.isEmpty ? nil : place
  }

  func leakedModel(at node: Int32) -> LeakedModel {
    let links = store.links[Int(node)]
    let place = node == top ? topPlace : topPlace.map { _ in store.place(below: links.parent) }
    return LeakedModel(
      id: links.id, type: String(describing: links.type), path: place?.path(of: links.type),
      source: links.source.text,
      holder: links.parent == TreeStore.none ? nil : store.links[Int(links.parent)].id)
  }
}
