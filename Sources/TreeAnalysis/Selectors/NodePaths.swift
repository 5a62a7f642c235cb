package import TextIO
package import TreeSnapshot

/// The paths of a tree's nodes: for each the shortest selector of names from the root that leads to
/// it alone.
///
/// A name gets its place among its siblings, `Cell[2]`, only where the path would lead to another
/// node without it. Making this costs one pass over the tree; a path then costs its own length,
/// times the number of nodes with the same names above them where there are several.
package struct NodePaths: Sendable {
  private let snapshot: Snapshot
  private var columns: Columns { snapshot.columns }
  /// Which of its name each node is among its siblings, from 1.
  private let places: [Int32]
  /// Which nodes have a sibling of the same name.
  private let hasTwin: [Bool]
  /// Nodes with the same names from the root down have the same class.
  private let classes: [Int32]
  private let members: [[Int32]]

  /// Where trying to leave places out would cost more comparisons than this for all nodes of the
  /// same names together, all places are kept.
  private static let effort = 200_000

  /// A path of more levels than this says less than the node's name and id.
  private static let readableLevels = 24

  /// Prepares the paths of all nodes.
  package init(_ snapshot: Snapshot) {
    struct Name: Hashable {
      var parent: Int32
      var type: Symbol
    }
    let columns = snapshot.columns
    var classes = [Int32](repeating: 0, count: snapshot.count)
    var members: [[Int32]] = [[0]]
    var classOfName: [Name: Int32] = [:]
    for position in snapshot.positions.dropFirst() {
      let parent = columns.parents[position]
      let type = columns.nodes.fixed[position].type
      let name = Name(parent: classes[Int(parent)], type: type)
      if let known = classOfName[name] {
        classes[position] = known
        members[Int(known)].append(Int32(position))
      } else {
        let new = Int32(members.count)
        classOfName[name] = new
        classes[position] = new
        members.append([Int32(position)])
      }
    }
    self.snapshot = snapshot
    let siblings = SiblingPlaces(columns)
    places = siblings.places
    hasTwin = siblings.hasTwin
    self.classes = classes
    self.members = members
  }

  /// The path of the node at a position, such as `/AppAuthorizedSession/MainFlow/Cell[2]`.
  package func path(of position: Int) -> SafeText {
    let line = lineage(of: position)
    let placed = placedLevels(of: position, line: line)
    var path = SafeText()
    for (level, node) in line.enumerated() {
      path += "/"
      path += Self.selectorName(columns.symbols.string(columns.nodes.fixed[node].type))
      if placed.contains(level) { path += "[\(places[node])]" }
    }
    return path
  }

  /// Whether the path of the node at a position names the place of a model among its siblings.
  package func pathNamesPlaces(of position: Int) -> Bool {
    !placedLevels(of: position, line: lineage(of: position)).isEmpty
  }

  /// The path where a person can take it in, else the node's name and id: `Cell #4711`. Costs no
  /// more however deep the node lies.
  package func shortPath(of position: Int) -> SafeText {
    var node = position
    for _ in 0..<Self.readableLevels {
      node = Int(columns.parents[node])
      if node < 0 { return path(of: position) }
    }
    return
      "\(columns.symbols.string(columns.nodes.fixed[position].type)) #\(columns.nodes.ids[position])"
  }

  /// The node and its ancestors, the root first.
  private func lineage(of position: Int) -> [Int] {
    var line: [Int] = []
    var node = position
    while node >= 0 {
      line.append(node)
      node = Int(columns.parents[node])
    }
    return line.reversed()
  }

  /// The levels that must name their place among the siblings.
  private func placedLevels(of position: Int, line: [Int]) -> Set<Int> {
    let alike = members[Int(classes[position])]
    if alike.count == 1 { return [] }
    var placed = Set(line.indices.filter { hasTwin[line[$0]] })
    // One place always distinguishes twins; where there are too many to compare, all are kept.
    if placed.count == 1 || alike.count * alike.count * line.count > Self.effort { return placed }
    let alikePlaces = places(of: alike, levels: line.count)
    for level in line.indices.reversed() where placed.contains(level) {
      placed.remove(level)
      let wanted = placed.map { (level: $0, place: places[line[$0]]) }
      var matches = 0
      for start in stride(from: 0, to: alikePlaces.count, by: line.count) where matches < 2 {
        let isMatch = wanted.allSatisfy { alikePlaces[start + $0.level] == $0.place }
        if isMatch { matches += 1 }
      }
      if matches > 1 { placed.insert(level) }
    }
    return placed
  }

  /// The places of nodes of one class at each level, the root first, one node after the other: in
  /// one array, because for each path there may be hundreds of nodes to compare with.
  private func places(of alike: [Int32], levels: Int) -> [Int32] {
    var result = [Int32](repeating: 0, count: alike.count * levels)
    for (row, position) in alike.enumerated() {
      var node = Int(position)
      for level in (0..<levels).reversed() {
        result[row * levels + level] = places[node]
        node = Int(columns.parents[node])
      }
    }
    return result
  }

  /// A type's name with every character escaped that has a meaning in a selector.
  package static func selectorName(_ name: String) -> SafeText {
    var result = ""
    for scalar in name.unicodeScalars {
      if "/*?[]#\\".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return SafeText(result)
  }
}
