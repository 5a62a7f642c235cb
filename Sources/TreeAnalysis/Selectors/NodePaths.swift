package import TextIO
package import TreeSnapshot

/// The paths of a tree's nodes: for each the shortest selector of names from the root that leads to
/// it alone.
///
/// A name gets its place among its siblings, `Cell[2]`, only where the path would lead to another
/// node without it. Making this costs nothing but memory. The first path costs a look at the children
/// of each node with the same names as one above it: the paths of all nodes cost one pass over the
/// tree together. A path then costs its own length, times the number of nodes with the same names
/// above them where there are several.
package final class NodePaths {
  private let snapshot: Snapshot
  private let columns: Columns
  /// Which of its name each node is among its siblings, from 1.
  private var places: [Int32]
  /// Which nodes have a sibling of the same name.
  private var hasTwin: [Bool]
  /// Nodes with the same names from the root down have the same class; `unknown` until one of their
  /// parents' class is looked through.
  private var classes: [Int32]
  private var members: [Members]
  /// The next node of the same class, in document order.
  private var nextMembers: [Int32]
  /// What was met last of a type, by its symbol.
  private var lastOfType: [LastOfType] = []

  private static let unknown: Int32 = -1

  /// The nodes of one class.
  private struct Members {
    let first: Int32
    var last: Int32
    var count = 1
    var isLookedThrough = false
  }

  private struct LastOfType {
    /// The class of the parent, and that of the node.
    var parentClass = NodePaths.unknown
    var ownClass = NodePaths.unknown
    /// The parent and the node.
    var parent = NodePaths.unknown
    var node = NodePaths.unknown
  }

  /// Where trying to leave places out would cost more comparisons than this for all nodes of the
  /// same names together, all places are kept.
  private static let effort = 200_000

  /// A path of more levels than this says less than the node's name and id.
  private static let readableLevels = 24

  /// Paths of more levels than this are not written, since those of a chain would grow with its square.
  private static let writtenLevels = 256

  /// Prepares the paths of all nodes.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    columns = snapshot.columns
    places = Array(repeating: 1, count: snapshot.count)
    hasTwin = Array(repeating: false, count: snapshot.count)
    classes = Array(repeating: Self.unknown, count: snapshot.count)
    nextMembers = Array(repeating: Self.unknown, count: snapshot.count)
    classes[0] = 0
    members = [Members(first: 0, last: 0)]
  }

  /// Finds the class of a node, and of those above it.
  private func findClasses(along line: [Int]) {
    for node in line.dropLast() {
      let own = Int(classes[node])
      if !members[own].isLookedThrough { lookThrough(own) }
    }
  }

  /// Finds the classes and places of the children of all nodes of one class.
  private func lookThrough(_ parentClass: Int) {
    if lastOfType.isEmpty {
      lastOfType = Array(repeating: LastOfType(), count: columns.symbols.count + 1)
    }
    members[parentClass].isLookedThrough = true
    var parent = members[parentClass].first
    while parent != Self.unknown {
      var child = Int(parent) + 1
      while child < columns.subtreeEnds[Int(parent)] {
        note(Int32(child), below: parent, Int32(parentClass))
        child = Int(columns.subtreeEnds[child])
      }
      parent = nextMembers[Int(parent)]
    }
  }

  private func note(_ node: Int32, below parent: Int32, _ parentClass: Int32) {
    let type = Int(columns.nodes.fixed[Int(node)].type.rawValue)
    if lastOfType[type].parentClass == parentClass {
      let own = lastOfType[type].ownClass
      nextMembers[Int(members[Int(own)].last)] = node
      members[Int(own)].last = node
      members[Int(own)].count += 1
      classes[Int(node)] = own
    } else {
      lastOfType[type].parentClass = parentClass
      lastOfType[type].ownClass = Int32(members.count)
      classes[Int(node)] = Int32(members.count)
      members.append(Members(first: node, last: node))
    }
    if lastOfType[type].parent == parent {
      let twin = Int(lastOfType[type].node)
      places[Int(node)] = places[twin] + 1
      hasTwin[Int(node)] = true
      hasTwin[twin] = true
    }
    lastOfType[type].parent = parent
    lastOfType[type].node = node
  }

  /// The path of the node at a position, such as `/AppAuthorizedSession/MainFlow/Cell[2]`.
  package func path(of position: Int) -> SafeText {
    let line = lineage(of: position)
    let placed = placedLevels(of: position, line: line)
    var path: [UInt8] = []
    for (level, node) in line.enumerated() {
      path.append(UInt8(ascii: "/"))
      columns.symbols.withBytes(of: columns.nodes.fixed[node].type) {
        Self.appendSelectorName($0, to: &path)
      }
      if placed.contains(level) { path += "[\(places[node])]".utf8 }
    }
    return SafeText(String(decoding: path, as: UTF8.self))
  }

  /// Whether the path of the node at a position names the place of a model among its siblings.
  package func pathNamesPlaces(of position: Int) -> Bool {
    !placedLevels(of: position, line: lineage(of: position)).isEmpty
  }

  /// The path where a person can take it in, else the node's name and id: `Cell #4711`. Costs no
  /// more however deep the node lies.
  package func shortPath(of position: Int) -> SafeText {
    if isDeeper(position, than: Self.readableLevels) {
      let type = columns.symbols.string(columns.nodes.fixed[position].type)
      return "\(type) #\(columns.nodes.ids[position])"
    }
    return path(of: position)
  }

  /// The short path for a person: with the label behind it where names alone do not lead to the node.
  package func labeledPath(of position: Int) -> SafeText {
    guard let label = distinguishingLabel(of: position) else { return shortPath(of: position) }
    return "\(shortPath(of: position)) \(label)"
  }

  /// The label of a node, in quotes, where names alone do not lead to it.
  package func distinguishingLabel(of position: Int) -> SafeText? {
    guard let label = snapshot.shownLabel(of: position) else { return nil }
    return isDeeper(position, than: Self.readableLevels) || pathNamesPlaces(of: position)
      ? label : nil
  }

  /// A selector of the node alone: its path, else its id where that would fill pages. Costs no more
  /// however deep the node lies.
  package func selector(of position: Int) -> SafeText {
    isDeeper(position, than: Self.writtenLevels)
      ? "#\(columns.nodes.ids[position])" : path(of: position)
  }

  private func isDeeper(_ position: Int, than levels: Int) -> Bool {
    var node = position
    for _ in 0..<levels {
      node = Int(columns.parents[node])
      if node < 0 { return false }
    }
    return true
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
    findClasses(along: line)
    let count = members[Int(classes[position])].count
    if count == 1 { return [] }
    var placed = Set(line.indices.filter { hasTwin[line[$0]] })
    // One place always distinguishes twins; where there are too many to compare, all are kept.
    if placed.count == 1 || count * count * line.count > Self.effort { return placed }
    let alikePlaces = places(ofClass: classes[position], levels: line.count)
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
  private func places(ofClass number: Int32, levels: Int) -> [Int32] {
    var result = [Int32](repeating: 0, count: members[Int(number)].count * levels)
    var member = members[Int(number)].first
    var row = 0
    while member != Self.unknown {
      var node = Int(member)
      for level in (0..<levels).reversed() {
        result[row + level] = places[node]
        node = Int(columns.parents[node])
      }
      row += levels
      member = nextMembers[Int(member)]
    }
    return result
  }

  /// A type's name with every character escaped that has a meaning in a selector.
  package static func selectorName(_ name: String) -> SafeText {
    var name = name
    var result: [UInt8] = []
    name.withUTF8 { appendSelectorName($0, to: &result) }
    return SafeText(String(decoding: result, as: UTF8.self))
  }

  private static func appendSelectorName(
    _ name: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) {
    for byte in name {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
        result.append(UInt8(ascii: "\\"))
      default: break
      }
      result.append(byte)
    }
  }
}
