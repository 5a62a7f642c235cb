package import TreeSnapshot

// What an inspector asks to find leaks.
extension Model {
  /// From now on, the place is kept from which a model leaves this tree, and those that the session
  /// controller opens after it. Without it leaving costs nothing more, and with it a list entry.
  package func beginKeepingFormerPlaces() {
    store.beginKeepingFormerPlaces()
  }

  /// The models that have left the tree, or the trees that its session controller held before it,
  /// and are still alive. Costs a look at each model that is alive.
  package func modelsLeftBehind() -> [LeakedModel] {
    let controller = (root as? Session)?.controller
    let before = controller?.earlierTrees.compactMap(\.store) ?? []
    let earlier = before.flatMap { LeftOfTree($0, isEarlier: true).models }
    return earlier + store.modelsLeftBehind()
  }
}

/// The models that have left one tree and are still alive.
package struct LeftOfTree {
  /// Stands for the tree, and outlives it where somebody holds it.
  package let token: AnyObject
  /// The models.
  package let models: [LeakedModel]

  fileprivate init(_ store: TreeStore, isEarlier: Bool) {
    token = store.messages
    models = store.modelsLeftBehind().map { left in
      var left = left
      left.isOfEarlierTree = isEarlier
      return left
    }
  }
}

// What a test asks to find leaks, where it must be clear which tree a model is of.
extension Model {
  /// The models that have left this very tree and are still alive. Costs a look at each model that
  /// is alive.
  package func leftOfTree() -> LeftOfTree { LeftOfTree(store, isEarlier: false) }
}

extension SessionController {
  /// The models that have left the trees of sessions that were closed, and of the present one, and
  /// are still alive. Costs a look at each model that is alive.
  package func leftOfTrees() -> [LeftOfTree] {
    earlierTrees.compactMap(\.store).map { LeftOfTree($0, isEarlier: true) }
      + (session.map { [$0.leftOfTree()] } ?? [])
  }
}

/// A tree that a session controller held before, as long as anything of it lives.
struct EarlierTree {
  private(set) weak var store: TreeStore?
}

extension TreeStore {
  fileprivate func modelsLeftBehind() -> [LeakedModel] {
    var left: [LeakedModel] = []
    for top in aliveNodes where links[Int(top)].parent == Self.none && !isRootInUse(top) {
      let holders = HolderPlaces(self, top)
      var node = top
      while node != Self.none {
        left.append(holders.leftModel(at: node))
        node = next(after: node, within: top)
      }
    }
    return left
  }

  /// Whether a node is a root session that has not been closed: it is where it belongs.
  private func isRootInUse(_ node: Int32) -> Bool {
    links[Int(node)].isRootSession && (model(at: node) as? Session)?.wasClosed != true
  }
}

/// The paths of what left together.
private struct HolderPlaces {
  private let store: TreeStore
  private let top: Int32
  /// The top's path without its own name; nil where it is not known.
  private let topPlace: Departures.Place?

  init(_ store: TreeStore, _ top: Int32) {
    self.store = store
    self.top = top
    let place =
      store.links[Int(top)].isRootSession ? .top : store.departures.place(of: top, in: store)
    topPlace = place.isCut && place.types.isEmpty ? nil : place
  }

  func leftModel(at node: Int32) -> LeakedModel {
    let links = store.links[Int(node)]
    let place = node == top ? topPlace : topPlace.map { _ in store.place(below: links.parent) }
    return LeakedModel(
      id: links.id, type: String(describing: links.type), path: place?.path(of: links.type),
      source: links.source.text,
      holder: links.parent == TreeStore.none ? nil : store.links[Int(links.parent)].id)
  }
}
