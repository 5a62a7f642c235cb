import TextIO
import TreeSnapshot

/// Which nodes have the same names from the root down, and which of its name each is among its
/// siblings.
///
/// Nothing is found before it is asked for: the first time, a look at the children of each node with
/// the same names as one above it.
struct NameClasses: ~Copyable {
  private let columns: Columns
  private var nodes = GrowingBuffer<Entry>()
  /// By the symbol of a type.
  private var lastOfType = GrowingBuffer<Last>()
  /// The nodes of each class that was gathered, one class after the other.
  private var gathered = GrowingBuffer<Int32>()
  /// Memory for the nodes of a class that a path must be told apart from.
  private var others: [Int32] = []

  private static let unknown: Int32 = -1

  /// The node of a type that was met last, and the class of its parent.
  private struct Last {
    var node = NameClasses.unknown
    var parentClass = NameClasses.unknown
  }

  /// What is known of a node, and of the class that it is the first of.
  private struct Entry {
    /// The first node of its class, which stands for it; `unknown` until its parent's class is looked
    /// through.
    var ownClass = NameClasses.unknown
    /// Another node of the same class; once they are gathered, for the first one where that begins.
    var next = NameClasses.unknown
    /// Which of its name the node is among its siblings, from 1.
    var place: Int32 = 1
    /// How many nodes the class has.
    var count: Int32 = 1
    /// Whether the node has a sibling of the same name.
    var hasTwin = false
    /// Whether the children of all nodes of the class have been met.
    var isLookedThrough = false
    /// Whether the nodes of the class are gathered.
    var isGathered = false
  }

  /// Where trying to leave places out would cost more comparisons than this for all nodes of the
  /// same names together, all places are kept.
  private static let effort = 200_000

  init(_ columns: Columns) {
    self.columns = columns
    nodes.append(Entry(), times: columns.nodes.ids.count)
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
  mutating func findPlacedLevels(along line: borrowing GrowingBuffer<Int>, _ placed: inout [Int]) {
    placed.removeAll(keepingCapacity: true)
    findClasses(along: line)
    let count = Int(nodes[Int(nodes[line[line.count - 1]].ownClass)].count)
    if count == 1 { return }
    for level in 0..<line.count where nodes[line[level]].hasTwin { placed.append(level) }
    // One place always distinguishes twins; where there are too many to compare, all are kept.
    if placed.count <= 1 || count * count * line.count > Self.effort { return }
    leavePlacesOut(along: line, &placed)
  }

  /// Leaves out the places without which no other node of the class has the same path, from the node up.
  private mutating func leavePlacesOut(
    along line: borrowing GrowingBuffer<Int>, _ placed: inout [Int]
  ) {
    var level = line.count - 1
    let members = gather(Int(nodes[line[level]].ownClass))
    others.removeAll(keepingCapacity: true)
    for index in members where Int(gathered[index]) != line[level] {
      others.append(gathered[index])
    }
    // Each of the others is followed up to where its line meets the node's: right below, it is a twin of
    // the node's ancestor, and only there must a path name the place if it names no other that differs.
    var kept = placed.endIndex
    while !others.isEmpty, level > 0 {
      let (node, parent) = (nodes[line[level]], Int32(truncatingIfNeeded: line[level - 1]))
      if node.hasTwin, others.contains(where: { columns.parents[Int($0)] == parent }) {
        kept -= 1
        placed[kept] = level
        others.removeAll { nodes[Int($0)].place != node.place }
      }
      for index in others.indices { others[index] = columns.parents[Int(others[index])] }
      level -= 1
    }
    placed.removeFirst(kept)
  }

  /// Finds the class of a node, and of those above it.
  private mutating func findClasses(along line: borrowing GrowingBuffer<Int>) {
    // Where the class of the last is known, those above it are.
    if nodes[line[line.count - 1]].ownClass != Self.unknown { return }
    for level in 0..<line.count - 1 {
      let own = Int(nodes[line[level]].ownClass)
      if !nodes[own].isLookedThrough { lookThrough(own) }
    }
  }

  /// Finds the classes and places of the children of all nodes of one class.
  private mutating func lookThrough(_ parentClass: Int) {
    if lastOfType.count == 0 {
      lastOfType.append(Last(), times: columns.symbols.count + 1)
    }
    nodes[parentClass].isLookedThrough = true
    if nodes[parentClass].count == 1 { return noteChildren(of: parentClass, parentClass) }
    for index in gather(parentClass) { noteChildren(of: Int(gathered[index]), parentClass) }
  }

  /// Gathers the nodes of a class of which all are known: from node to node, each costs a look at memory
  /// that nothing foresees.
  ///
  /// - Returns: where they are.
  private mutating func gather(_ number: Int) -> Range<Int> {
    if !nodes[number].isGathered {
      let start = gathered.count
      var node = Int32(truncatingIfNeeded: number)
      while node != Self.unknown {
        gathered.append(node)
        node = nodes[Int(node)].next
      }
      nodes[number].next = Int32(truncatingIfNeeded: start)
      nodes[number].isGathered = true
    }
    let start = Int(nodes[number].next)
    return start..<start + Int(nodes[number].count)
  }

  /// Finds the classes and places of the children of a node.
  private mutating func noteChildren(of parent: Int, _ parentClass: Int) {
    var child = parent + 1
    while child < columns.subtreeEnds[parent] {
      note(child, below: parent, parentClass)
      child = Int(columns.subtreeEnds[child])
    }
  }

  /// Finds the class and the place of a node whose siblings before it, and none behind it, have been met.
  private mutating func note(_ node: Int, below parent: Int, _ parentClass: Int) {
    let type = Int(columns.nodes.fixed[node].type.rawValue)
    let known = lastOfType[type]
    lastOfType[type] = Last(
      node: Int32(truncatingIfNeeded: node), parentClass: Int32(truncatingIfNeeded: parentClass))
    nodes[node].ownClass = Int32(truncatingIfNeeded: node)
    guard known.parentClass == Int32(truncatingIfNeeded: parentClass) else { return }
    let last = Int(known.node)
    let own = nodes[last].ownClass
    nodes[node].ownClass = own
    nodes[node].next = nodes[Int(own)].next
    nodes[Int(own)].next = Int32(truncatingIfNeeded: node)
    nodes[Int(own)].count += 1
    // Nodes of one class do not lie within each other.
    guard parent < last, last < node else { return }
    nodes[node].place = nodes[last].place + 1
    nodes[node].hasTwin = true
    nodes[last].hasTwin = true
  }
}
