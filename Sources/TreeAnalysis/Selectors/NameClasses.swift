import TextIO
import TreeSnapshot

/// Which nodes have the same names from the root down, and which of its name each is among its
/// siblings.
///
/// Nothing is found before it is asked for: the first time, a look at the children of each node with
/// the same names as one above it.
struct NameClasses {
  private let columns: Columns
  private var nodes: [Entry]
  /// By the symbol of a type: the node of it that was met last.
  private var lastOfType: [Int32] = []
  /// The class whose places are kept, and those places: siblings of one class are often asked for in a row.
  private var keptClass = NameClasses.unknown
  private var keptPlaces: [Int32] = []

  private static let unknown: Int32 = -1

  /// What is known of a node, and of the class that it is the first of.
  private struct Entry {
    /// The first node of its class, which stands for it; `unknown` until its parent's class is looked
    /// through.
    var ownClass = NameClasses.unknown
    /// Another node of the same class.
    var next = NameClasses.unknown
    /// Which of its name the node is among its siblings, from 1.
    var place: Int32 = 1
    /// How many nodes the class has.
    var count: Int32 = 1
    /// Whether the node has a sibling of the same name.
    var hasTwin = false
    /// Whether the children of all nodes of the class have been met.
    var isLookedThrough = false
  }

  /// Where trying to leave places out would cost more comparisons than this for all nodes of the
  /// same names together, all places are kept.
  private static let effort = 200_000

  init(_ columns: Columns) {
    self.columns = columns
    nodes = Array(inLargePages: Entry(), count: columns.nodes.ids.count)
    nodes[0].ownClass = 0
  }

  /// Which of its name a node is among its siblings, from 1, once its path was asked for.
  func place(of node: Int) -> Int { Int(nodes[node].place) }

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
    let count = Int(nodes[Int(nodes[position].ownClass)].count)
    if count == 1 { return }
    for level in line.indices where nodes[line[level]].hasTwin { placed.append(level) }
    // One place always distinguishes twins; where there are too many to compare, all are kept.
    if placed.count <= 1 || count * count * line.count > Self.effort { return }
    keepPlaces(ofClass: nodes[position].ownClass, levels: line.count)
    for index in placed.indices.reversed() {
      let level = placed.remove(at: index)
      var matches = 0
      var start = 0
      while start < keptPlaces.count, matches < 2 {
        let isMatch = placed.allSatisfy { keptPlaces[start + $0] == nodes[line[$0]].place }
        if isMatch { matches += 1 }
        start += line.count
      }
      if matches > 1 { placed.insert(level, at: index) }
    }
  }

  /// Finds the class of a node, and of those above it.
  private mutating func findClasses(along line: [Int]) {
    // Where the class of the last is known, those above it are.
    if let last = line.last, nodes[last].ownClass != Self.unknown { return }
    for node in line.dropLast() {
      let own = Int(nodes[node].ownClass)
      if !nodes[own].isLookedThrough { lookThrough(own) }
    }
  }

  /// Finds the classes and places of the children of all nodes of one class.
  private mutating func lookThrough(_ parentClass: Int) {
    if lastOfType.isEmpty {
      lastOfType = Array(inLargePages: Self.unknown, count: columns.symbols.count + 1)
    }
    nodes[parentClass].isLookedThrough = true
    var parent = parentClass
    while parent != Self.unknown {
      var child = parent + 1
      while child < columns.subtreeEnds[parent] {
        note(child, below: parent, parentClass)
        child = Int(columns.subtreeEnds[child])
      }
      parent = Int(nodes[parent].next)
    }
  }

  /// Finds the class and the place of a node whose siblings before it, and none behind it, have been met.
  private mutating func note(_ node: Int, below parent: Int, _ parentClass: Int) {
    let type = Int(columns.nodes.fixed[node].type.rawValue)
    let last = Int(lastOfType[type])
    lastOfType[type] = Int32(truncatingIfNeeded: node)
    nodes[node].ownClass = Int32(truncatingIfNeeded: node)
    guard last != Self.unknown else { return }
    let parentOfLast = Int(columns.parents[last])
    guard nodes[parentOfLast].ownClass == parentClass else { return }
    let own = nodes[last].ownClass
    nodes[node].ownClass = own
    nodes[node].next = nodes[Int(own)].next
    nodes[Int(own)].next = Int32(truncatingIfNeeded: node)
    nodes[Int(own)].count += 1
    guard parentOfLast == parent else { return }
    nodes[node].place = nodes[last].place + 1
    nodes[node].hasTwin = true
    nodes[last].hasTwin = true
  }

  /// Keeps the places of the nodes of one class at each level, the root first, one node after the other:
  /// in one array, because for each path there may be hundreds of nodes to compare with.
  private mutating func keepPlaces(ofClass number: Int32, levels: Int) {
    if number == keptClass { return }
    keptClass = number
    keptPlaces.removeAll(keepingCapacity: true)
    var member = number
    while member != Self.unknown {
      let row = keptPlaces.count
      keptPlaces += repeatElement(0, count: levels)
      var node = Int(member)
      for level in (0..<levels).reversed() {
        keptPlaces[row + level] = nodes[node].place
        node = Int(columns.parents[node])
      }
      member = nodes[Int(member)].next
    }
  }
}
