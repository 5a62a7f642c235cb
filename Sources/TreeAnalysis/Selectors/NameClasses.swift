import TreeSnapshot

/// Which nodes have the same names from the root down, and which of its name each is among its
/// siblings.
///
/// Nothing is found before it is asked for: the first time, a look at the children of each node with
/// the same names as one above it.
struct NameClasses {
  private let columns: Columns
  /// Which of its name each node is among its siblings, from 1.
  private(set) var places: [Int32]
  /// Which nodes have a sibling of the same name.
  private var hasTwin: [Bool]
  /// By node: its class; `unknown` until one of its parent's class is looked through.
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
    var parentClass = NameClasses.unknown
    var ownClass = NameClasses.unknown
    /// The parent and the node.
    var parent = NameClasses.unknown
    var node = NameClasses.unknown
  }

  /// Where trying to leave places out would cost more comparisons than this for all nodes of the
  /// same names together, all places are kept.
  private static let effort = 200_000

  init(_ columns: Columns) {
    self.columns = columns
    let count = columns.nodes.ids.count
    places = Array(repeating: 1, count: count)
    hasTwin = Array(repeating: false, count: count)
    classes = Array(repeating: Self.unknown, count: count)
    nextMembers = Array(repeating: Self.unknown, count: count)
    classes[0] = 0
    members = [Members(first: 0, last: 0)]
  }

  /// Finds the levels at which a path must name the place among the siblings to lead to its node
  /// alone.
  ///
  /// - Parameters:
  ///   - line: the node and its ancestors, the root first.
  ///   - placed: becomes the levels, ascending.
  mutating func findPlacedLevels(along line: [Int], _ placed: inout [Int]) {
    placed.removeAll(keepingCapacity: true)
    guard let position = line.last else { return }
    findClasses(along: line)
    let count = members[Int(classes[position])].count
    if count == 1 { return }
    for level in line.indices where hasTwin[line[level]] { placed.append(level) }
    // One place always distinguishes twins; where there are too many to compare, all are kept.
    if placed.count <= 1 || count * count * line.count > Self.effort { return }
    let alikePlaces = places(ofClass: classes[position], levels: line.count)
    for index in placed.indices.reversed() {
      let level = placed.remove(at: index)
      var matches = 0
      var start = 0
      while start < alikePlaces.count, matches < 2 {
        let isMatch = placed.allSatisfy { alikePlaces[start + $0] == places[line[$0]] }
        if isMatch { matches += 1 }
        start += line.count
      }
      if matches > 1 { placed.insert(level, at: index) }
    }
  }

  /// Finds the class of a node, and of those above it.
  private mutating func findClasses(along line: [Int]) {
    // Where the class of the last is known, those above it are.
    if let last = line.last, classes[last] != Self.unknown { return }
    for node in line.dropLast() {
      let own = Int(classes[node])
      if !members[own].isLookedThrough { lookThrough(own) }
    }
  }

  /// Finds the classes and places of the children of all nodes of one class.
  private mutating func lookThrough(_ parentClass: Int) {
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

  private mutating func note(_ node: Int32, below parent: Int32, _ parentClass: Int32) {
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
}
