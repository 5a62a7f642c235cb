/// Where models stood that have left a tree and are still alive, kept while a tree is inspected.
///
/// Most models that leave are gone a moment later, so next to nothing is done as they do: the store
/// remembers the parent that they had, and as long as that one lives it tells where they stood. Only
/// where it goes before them is their place put together: from those that go, of which the store
/// knows something until all that had to go are gone, and from what is above.
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
  /// Asking the dictionary whether it is empty takes longer than all else that a model costs here.
  private var hasPlaces = false
  /// Those whose parents lived when they left, the last few; some are gone or in use again since.
  private let recent = NodeList()
  private static let mostRecent = 64
  /// The others of these, by the parents that they had.
  private var held: [Int32: [Int32]] = [:]

  // What happens until all that had to go are gone.

  /// Who has outlived a parent.
  private let orphans = NodeList()
  /// The places of those that had been held since they left, and are gone now.
  private var deadPlaces: [Int32: Place] = [:]

  /// Whether something is to be looked at when all that had to go are gone.
  private(set) var isUnsettled = false

  /// Begins with a tree of which some may have left already.
  func begin(_ store: TreeStore) {
    for node in store.aliveNodes where store.isDeparted(node) {
      keep(.unknown, of: node, in: store)
    }
  }

  private func keep(_ place: Place, of node: Int32, in store: TreeStore) {
    places[node] = place
    hasPlaces = true
    store.links[Int(node)].departures.insert(.isNoted)
  }

  private func addOrphan(_ node: Int32) {
    orphans.append(node)
    isUnsettled = true
  }

  /// Notes a model that was let go of and is still there.
  func noteSurvivor(_ node: Int32, in store: TreeStore) {
    let parent = store.formerParent(of: node)
    guard store.isAlive(parent) else { return addOrphan(node) }
    store.links[Int(parent)].departures.insert(.hadHeldChildren)
    store.links[Int(node)].departures.insert(.isNoted)
    recent.append(node)
    if recent.count == Self.mostRecent { sortRecent(store) }
  }

  private func sortRecent(_ store: TreeStore) {
    while let node = recent.popLast() {
      guard store.isDeparted(node) else { continue }
      let parent = store.formerParent(of: node)
      var children = held.removeValue(forKey: parent) ?? []
      // What is gone is dropped now and then, so that a parent that lives long does not gather it.
      if children.count >= 16, children.count.nonzeroBitCount == 1 {
        children.removeAll { !isHeld($0, of: parent, store) }
      }
      children.append(node)
      held[parent] = children
    }
  }

  /// Whether a model has left this parent and no other since.
  private func isHeld(_ node: Int32, of parent: Int32, _ store: TreeStore) -> Bool {
    store.isDeparted(node) && store.formerParent(of: node) == parent
  }

  /// Notes a model that is being deallocated and has marks.
  func noteEnd(of node: Int32, in store: TreeStore) {
    let marks = store.links[Int(node)].departures
    if marks.contains(.isNoted) {
      // Mostly it is the one that left last, which its remover held until now.
      recent.drop(last: node)
      if hasPlaces, let place = places.removeValue(forKey: node) {
        hasPlaces = !places.isEmpty
        deadPlaces[node] = place
        isUnsettled = true
      }
    }
    guard marks.contains(.hadHeldChildren) else { return }
    for place in 0..<recent.count where isHeld(recent[place], of: node, store) {
      addOrphan(recent[place])
    }
    for child in held.removeValue(forKey: node) ?? [] where isHeld(child, of: node, store) {
      addOrphan(child)
    }
  }

  /// Keeps the places of those that have outlived their parents, now that all others are gone.
  func settle(in store: TreeStore) {
    for index in 0..<orphans.count {
      let node = orphans[index]
      if store.isDeparted(node), places[node] == nil {
        keep(place(of: node, store), of: node, in: store)
      }
    }
    orphans.removeAll()
    deadPlaces.removeAll()
    isUnsettled = false
  }

  /// Where a model stood that is the top of what left with it.
  func place(of node: Int32, in store: TreeStore) -> Place {
    if let place = places[node] { return place }
    let parent = store.formerParent(of: node)
    return store.isAlive(parent) ? store.place(below: parent) : .unknown
  }

  /// Where a model stood whose parent has just gone, and perhaps others above that.
  private func place(of node: Int32, _ store: TreeStore) -> Place {
    var types: [Model.Type] = []
    var parent = store.formerParent(of: node)
    while types.count < Place.limit {
      if store.isAlive(parent) { return store.place(below: parent).below(types) }
      types.append(store.links[Int(parent)].type)
      if store.links[Int(parent)].isRootSession { return Place(types: types, isCut: false) }
      if let above = deadPlaces[parent] { return above.below(types) }
      parent = store.formerParent(of: parent)
    }
    return Place(types: types, isCut: true)
  }
}

/// What departures know of a model, for its end.
struct DepartureMarks: OptionSet {
  let rawValue: UInt8

  /// It has left and was held then.
  static let isNoted = DepartureMarks(rawValue: 1)
  /// A child of it has left and was held then.
  static let hadHeldChildren = DepartureMarks(rawValue: 2)
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

  /// The parent of a model that has left the tree, or is going.
  func formerParent(of node: Int32) -> Int32 { links[Int(node)].previousSibling }

  /// The place of a child of a node, which is in the tree or held outside of it.
  func place(below node: Int32) -> Departures.Place {
    var types: [Model.Type] = []
    var node = node
    while types.count < Departures.Place.limit {
      types.append(links[Int(node)].type)
      let parent = links[Int(node)].parent
      guard parent != Self.none else {
        if links[Int(node)].isRootSession { return Departures.Place(types: types, isCut: false) }
        return departures.place(of: node, in: self).below(types)
      }
      node = parent
    }
    return Departures.Place(types: types, isCut: true)
  }
}
