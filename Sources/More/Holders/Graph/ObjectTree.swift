/// The objects of a process as a tree: each stands below the first one that refers to it.
package struct ObjectTree: Hashable, Sendable {
  /// An object.
  package struct Node: Hashable, Sendable {
    /// Its class.
    package var type: String
    /// The property of the object above that leads to it, with `[]` after a collection's; empty at
    /// the top.
    package var property: String
    /// The index of the object above; nil at the top.
    package var parent: Int?
  }

  /// The objects.
  package var nodes: [Node]
  /// What was read.
  package var scanned: ScanFacts

  /// The greatest number of objects in a tree.
  package static let limit = 100_000
}

/// Walks from objects along their properties, level by level.
struct ObjectTreeWalk {
  private let search: HolderSearch
  private(set) var nodes: [ObjectTree.Node] = []
  private var units: [Int] = []
  private var seen: Set<Int> = []
  /// The indices of the objects at the top, by their blocks.
  private var tops: [Int: Int] = [:]
  private(set) var isCut = false

  init(_ search: HolderSearch) { self.search = search }

  /// Walks from objects of one class. Those that another one leads to aren't at the top.
  mutating func run(from tops: [Int]) {
    walk(from: tops)
    let remaining = units.indices.filter { nodes[$0].parent == nil }.map { units[$0] }
    if remaining.count == tops.count || isCut { return }
    // Once more, so that children are in the order of properties and elements.
    self = ObjectTreeWalk(search)
    walk(from: remaining)
  }

  private mutating func walk(from tops: [Int]) {
    for unit in tops.prefix(ObjectTree.limit) where seen.insert(unit).inserted {
      self.tops[unit] = nodes.count
      add(unit, property: "", parent: nil)
    }
    isCut = tops.count > ObjectTree.limit
    var next = 0
    while next < units.count, !search.endsEarly() {
      walk(from: next)
      next += 1
    }
  }

  private mutating func add(_ unit: Int, property: String, parent: Int?) {
    if units.count == ObjectTree.limit { isCut = true }
    if isCut { return }
    let address = search.heap.blocks.address(of: unit)
    let metadata = search.reader.header(address)?.type.metadata ?? 0
    units.append(unit)
    nodes.append(
      ObjectTree.Node(
        type: search.types.name(ofMetadata: metadata) ?? "an object",
        property: property, parent: parent))
  }

  /// Adds what an object refers to. Its collections and boxes aren't objects of the app: what they
  /// hold belongs to it.
  private mutating func walk(from index: Int) {
    var blocks = [(unit: units[index], property: "")]
    var next = 0
    while next < blocks.count {
      let (unit, property) = blocks[next]
      next += 1
      let address = search.heap.blocks.address(of: unit)
      guard let header = search.reader.header(address) else { continue }
      var targets: [(Int, String)] = []
      search.reader.forEachReference(at: address, header) { word, isRaw, place in
        let description = place.description(in: header.type)
        // The context of a closure holds what it uses, which belongs elsewhere.
        if isRaw || description?.isContext == true { return }
        if let target = search.block(word) {
          targets.append((target, Self.joined(property, description?.name ?? "")))
        }
      }
      for (target, property) in targets {
        if let top = tops[target], nodes[top].parent == nil, top != self.top(of: index) {
          (nodes[top].parent, nodes[top].property) = (index, property)
        }
        switch role(of: target) {
        case .object where seen.insert(target).inserted:
          add(target, property: property, parent: index)
        case .collection where seen.insert(target).inserted:
          blocks.append((target, property + "[]"))
        case .box where seen.insert(target).inserted: blocks.append((target, property))
        default: break
        }
      }
    }
  }

  /// The object at the top of another one's branch.
  private func top(of index: Int) -> Int {
    var index = index
    while let parent = nodes[index].parent { index = parent }
    return index
  }

  private enum Role { case object, collection, box, other }

  private func role(of unit: Int) -> Role {
    guard let header = search.reader.header(search.heap.blocks.address(of: unit)), !header.isDead
    else { return .other }
    switch (header.type.shape, header.type.kind) {
    case (.array, _), (.table, _), (.ring, _): return .collection
    case (.words, MetadataKind.box): return .box
    case (.words, MetadataKind.class):
      let image = search.images.image(of: header.type.metadata)
      return image?.isLibrary == true ? .other : .object
    default: return .other
    }
  }

  private static func joined(_ property: String, _ name: String) -> String {
    name.isEmpty ? property : property.isEmpty ? name : "\(property).\(name)"
  }
}
