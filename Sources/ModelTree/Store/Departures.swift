/// The former places of models that left a tree and are still alive, kept while a tree is inspected.
///
/// Most detached models are deallocated a moment later, which must cost next to nothing. Only the
/// former parent of each is noted: while that one lives, it gives the place. If it is deallocated
/// before its child, the place is put together from the links of those that are released with it,
/// which the store keeps until the release ends, and from the tree above.
final class Departures {
  /// The former place of a model: the types above it, the nearest first.
  struct Place {
    var types: [AnyClass]
    /// Whether there were more types than are kept.
    var isCut: Bool

    /// The number of types that are kept. Deeper places are cut, which bounds the memory for a long
    /// chain of leaked models.
    static let limit = 64

    static let top = Place(types: [], isCut: false)
    static let unknown = Place(types: [], isCut: true)
  }

  /// The parent that each detached node had, by node; nil until the inspection begins.
  private var formerParents: UnsafeMutablePointer<Int32>?
  private var capacity = 0
  /// The places of detached tops of subtrees that have outlived their former parents.
  private var places: [Int32: Place] = [:]
  /// Whether there are places: asking the dictionary costs more than the rest of a removal here.
  private var hasPlaces = false
  /// The latest detached nodes that outlived their release; some may be deallocated or reused since.
  private let recent = NodeList()
  private static let mostRecent = 64
  /// The earlier ones, by their former parents.
  private var held: [Int32: [Int32]] = [:]

  // During a release:

  /// Nodes that have outlived their former parents.
  private let orphans = NodeList()
  /// The places of nodes that were leaked before and are deallocated now.
  private var deadPlaces: [Int32: Place] = [:]

  /// Whether `settle(in:)` has something to do at the end of the release.
  private(set) var isUnsettled = false

  deinit { formerParents?.deallocate() }

  /// Begins to keep places. Those of models that were detached before are unknown.
  ///
  /// - Parameter capacity: the number of nodes that the store has memory for.
  func begin(_ store: TreeStore, capacity: Int) {
    formerParents = .allocate(capacity: 0)
    reserve(capacity)
    for node in store.aliveNodes where store.isDeparted(node) {
      keep(.unknown, of: node, in: store)
    }
  }

  /// Makes room for the former parents of more nodes.
  func reserve(_ newCapacity: Int) {
    guard let formerParents, newCapacity > capacity else { return }
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: newCapacity)
    larger.moveInitialize(from: formerParents, count: capacity)
    (larger + capacity).initialize(repeating: TreeStore.none, count: newCapacity - capacity)
    formerParents.deallocate()
    self.formerParents = larger
    capacity = newCapacity
  }

  /// Notes the parent of a node that is being detached.
  func noteFormerParent(_ parent: Int32, of node: Int32) { formerParents?[Int(node)] = parent }

  /// The parent that a node had before it was detached; `none` if it is not known.
  func formerParent(of node: Int32) -> Int32 { formerParents?[Int(node)] ?? TreeStore.none }

  private func keep(_ place: Place, of node: Int32, in store: TreeStore) {
    places[node] = place
    hasPlaces = true
    store.links[Int(node)].departures.insert(.isNoted)
  }

  private func addOrphan(_ node: Int32) {
    orphans.append(node)
    isUnsettled = true
  }

  /// Notes a model that is alive after the store released it.
  func noteSurvivor(_ node: Int32, in store: TreeStore) {
    let parent = formerParent(of: node)
    // Detached before the inspection began: its place is unknown, and noted.
    guard parent != TreeStore.none else { return }
    guard store.isAlive(parent) else { return addOrphan(node) }
    store.links[Int(parent)].departures.insert(.hadHeldChildren)
    store.links[Int(node)].departures.insert(.isNoted)
    recent.append(node)
    if recent.count == Self.mostRecent { sortRecent(store) }
  }

  private func sortRecent(_ store: TreeStore) {
    while let node = recent.popLast() {
      guard store.isDeparted(node) else { continue }
      let parent = formerParent(of: node)
      var children = held.removeValue(forKey: parent) ?? []
      // Deallocated children are dropped now and then, which bounds the list of a long-lived parent.
      if children.count >= 16, children.count.nonzeroBitCount == 1 {
        children.removeAll { !isHeld($0, of: parent, store) }
      }
      children.append(node)
      held[parent] = children
    }
  }

  /// Whether a node is detached, alive, and was a child of this parent.
  private func isHeld(_ node: Int32, of parent: Int32, _ store: TreeStore) -> Bool {
    store.isDeparted(node) && formerParent(of: node) == parent
  }

  /// Notes a model that is being deallocated and has marks.
  func noteEnd(of node: Int32, in store: TreeStore) {
    let marks = store.links[Int(node)].departures
    if marks.contains(.isNoted) {
      // Usually it is the latest one, which its remover held until now.
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

  /// Keeps the places of the nodes that have outlived their former parents, at the end of a release.
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

  /// The former place of a detached node that is the top of its subtree.
  func place(of node: Int32, in store: TreeStore) -> Place {
    if let place = places[node] { return place }
    let parent = formerParent(of: node)
    return parent != TreeStore.none && store.isAlive(parent)
      ? store.place(below: parent) : .unknown
  }

  /// The former place of a node whose parent was deallocated in the present release, and perhaps
  /// others above that.
  private func place(of node: Int32, _ store: TreeStore) -> Place {
    var types: [AnyClass] = []
    var parent = formerParent(of: node)
    while types.count < Place.limit, parent != TreeStore.none {
      if store.isAlive(parent) { return store.place(below: parent).below(types) }
      types.append(store.links[Int(parent)].type)
      if store.links[Int(parent)].isRootSession { return Place(types: types, isCut: false) }
      if let above = deadPlaces[parent] { return above.below(types) }
      parent = formerParent(of: parent)
    }
    return Place(types: types, isCut: true)
  }
}

/// What `Departures` notes for the end of a model.
struct DepartureMarks: OptionSet {
  let rawValue: UInt8

  /// The model outlived its release.
  static let isNoted = DepartureMarks(rawValue: 1)
  /// A child of the model outlived its release.
  static let hadHeldChildren = DepartureMarks(rawValue: 2)
}

extension Departures.Place {
  /// The place below these types, which are below this place.
  fileprivate func below(_ nearer: [AnyClass]) -> Departures.Place {
    let all = nearer + types
    return all.count <= Self.limit
      ? Departures.Place(types: all, isCut: isCut)
      : Departures.Place(types: Array(all.prefix(Self.limit)), isCut: true)
  }

  /// The path of a model at this place: `/Root/Flow/Model`.
  func path(of type: AnyClass) -> String {
    (isCut ? "…" : "")
      + types.reversed().map { "/\(String(describing: $0))" }.joined()
      + "/\(String(describing: type))"
  }
}

extension TreeStore {
  /// Whether a node is detached, and the top of its subtree.
  func isDeparted(_ node: Int32) -> Bool {
    isAlive(node) && links[Int(node)].parent == Self.none && !links[Int(node)].isRootSession
  }

  /// The place of a child of a node, attached or detached.
  func place(below node: Int32) -> Departures.Place {
    var types: [AnyClass] = []
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
