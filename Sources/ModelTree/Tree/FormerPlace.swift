/// The former place of a detached model: the types of its ancestors, the nearest first.
struct FormerPlace {
  var types: [AnyClass]
  /// Whether there were more types than it contains.
  var isCut: Bool

  /// The maximum number of types. Deeper places are shortened, which limits the memory for a long
  /// chain of leaked models.
  static let limit = 64

  /// The place below these types, which are themselves below this place.
  fileprivate func below(_ nearer: [AnyClass]) -> FormerPlace {
    FormerPlace(
      types: nearer + types.prefix(Self.limit - nearer.count),
      isCut: isCut || nearer.count + types.count > Self.limit)
  }

  /// The path of a model at this place: `/Root/Flow/Model`.
  func path(of type: AnyClass) -> String {
    (isCut ? "…" : "") + types.reversed().map { "/\($0)" }.joined() + "/\(type)"
  }
}

extension TreeStore {
  /// The place of a child of a node, attached or detached.
  func place(below node: Int32) -> FormerPlace {
    var types: [AnyClass] = []
    types.reserveCapacity(16)
    var node = node
    while types.count < FormerPlace.limit {
      types.append(links[Int(node)].type)
      let parent = links[Int(node)].parent
      guard parent != Self.none else {
        if node == rootNode { return FormerPlace(types: types, isCut: false) }
        return formerPlaces[node]?.below(types) ?? FormerPlace(types: types, isCut: true)
      }
      node = parent
    }
    return FormerPlace(types: types, isCut: true)
  }
}
