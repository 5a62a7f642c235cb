/// Where models stood that have left a tree and are still alive, kept while a tree is inspected.
///
/// Most models that leave are gone a moment later, so next to nothing is done as they do: the store
/// remembers the parent that they had, and as long as that one lives it tells where they stood. Only
/// where it goes before them is their place put together: from the types of those that go, which
/// are kept until all that had to go are gone, and from what is above.
final class Departures {
  /// Where a model stood: the types above it, the nearest first.
  struct Place {
    var types: [Model.Type]
    /// Whether there were more above than are kept.
    var isCut: Bool

    /// How many types are kept. Deeper trees are cut, so that a long chain of models that are all
    /// held costs no more than so much each.
    static let limit = 64

    static let top = Place(types: [], isCut: false)
    static let unknown = Place(types: [], isCut: true)
  }

  /// Where those stood that are the top of what left with them and have outlived their parents.
  private var places: [Int32: Place] = [:]
  /// Those whose parents lived when they left; some are gone or in use again since.
  private var recent: [Int32] = []
  private var recentLimit = 64

  // What happens until all that had to go are gone.

  /// Who has outlived a parent.
  private var orphans: [Int32] = []
  private var deadParents: [(node: Int32, type: Model.Type)] = []
  /// The places of those that had been held since they left, and are gone now.
  private var deadPlaces: [Int32: Place] = [:]

  /// Begins with a tree of which some may have left already.
  init(_ store: TreeStore) {
    for node in store.aliveNodes where store.isDeparted(node) { places[node] = .unknown }
  }

  /// Notes a model that was let go of and is still there.
  func noteSurvivor(_ node: Int32, in store: TreeStore) {
    guard store.isAlive(store.links[Int(node)].formerParent) else { return orphans.append(node) }
    recent.append(node)
    if recent.count > recentLimit {
      recent = recent.filter(store.isDeparted)
      recentLimit = max(64, recent.count * 2)
    }
  }

  /// Notes a model that is being deallocated.
  ///
  /// - Parameter hadChildren: whether it has or ever had some.
  func noteEnd(of node: Int32, _ type: Model.Type, hadChildren: Bool, in store: TreeStore) {
    if hadChildren {
      deadParents.append((node, type))
      for child in recent where store.links[Int(child)].formerParent == node {
        orphans.append(child)
      }
    }
    if !places.isEmpty, let place = places.removeValue(forKey: node) { deadPlaces[node] = place }
  }

  /// Keeps the places of those that have outlived their parents, now that all others are gone.
  func settle(in store: TreeStore) {
    if !orphans.isEmpty {
      let deadTypes = Dictionary(deadParents.map { ($0.node, $0.type) }) { $1 }
      for node in orphans where store.isDeparted(node) && places[node] == nil {
        places[node] = place(of: node, in: store, deadTypes)
      }
      orphans.removeAll()
    }
    if !deadParents.isEmpty { deadParents.removeAll(keepingCapacity: deadParents.count < 1_024) }
    if !deadPlaces.isEmpty { deadPlaces.removeAll() }
  }

  /// Where a model stood that is the top of what left with it.
  func place(of node: Int32, in store: TreeStore) -> Place {
    if let place = places[node] { return place }
    let parent = store.links[Int(node)].formerParent
    return store.isAlive(parent) ? store.place(below: parent) : .unknown
  }

  private func place(
    of node: Int32, in store: TreeStore, _ deadTypes: [Int32: Model.Type]
  ) -> Place {
    var types: [Model.Type] = []
    var parent = store.links[Int(node)].formerParent
    while types.count < Place.limit {
      if store.isAlive(parent) {
        return store.place(below: parent).below(types)
      }
      guard let type = deadTypes[parent] else { return Place(types: types, isCut: true) }
      types.append(type)
      if store.links[Int(parent)].isRootSession { return Place(types: types, isCut: false) }
      if let above = deadPlaces[parent] { return above.below(types) }
      parent = store.links[Int(parent)].formerParent
    }
    return Place(types: types, isCut: true)
  }
}

extension Departures.Place {
  /// The place below these types, which stand below this place.
  fileprivate func below(_ nearer: [Model.Type]) -> Departures.Place {
    let all = nearer + types
    return all.count <= Self.limit
      ? Departures.Place(types: all, isCut: isCut)
      : Departures.Place(types: Array(all.prefix(Self.limit)), isCut: true)
  }

  /// The path of a model that stood here: `/Root/Flow/Model`.
  func path(of type: Model.Type) -> String {
    (isCut ? "…" : "")
      + types.reversed().map { "/\(String(describing: $0))" }.joined()
      + "/\(String(describing: type))"
  }
}

extension TreeStore {
  /// Whether a model is the top of what left the tree with it.
  func isDeparted(_ node: Int32) -> Bool {
    isAlive(node) && links[Int(node)].parent == Self.none && !links[Int(node)].isRootSession
  }

  /// The place of a child of a node, which is in the tree or held outside of it.
  func place(below node: Int32) -> Departures.Place {
    var types: [Model.Type] = []
    var node = node
    while types.count < Departures.Place.limit {
      types.append(type(of: model(at: node)))
      let parent = links[Int(node)].parent
      guard parent != Self.none else {
        if links[Int(node)].isRootSession { return Departures.Place(types: types, isCut: false) }
        return (departures?.place(of: node, in: self) ?? .unknown).below(types)
      }
      node = parent
    }
    return Departures.Place(types: types, isCut: true)
  }
}
