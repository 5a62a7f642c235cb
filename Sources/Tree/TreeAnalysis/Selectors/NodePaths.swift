package import TextIO
package import TreeSnapshot

/// The paths of a tree's nodes: for each, the shortest selector of names from the root that matches
/// only this node.
///
/// A name gets its index among its siblings, `Cell[2]`, only if the path would otherwise match
/// another node. The first path costs a pass over the tree. Each path then costs its own length or,
/// if several nodes have the same names above them, that length times their number.
package final class NodePaths {
  private let snapshot: Snapshot
  private let columns: Columns
  private lazy var classes = NameClasses(columns)

  /// A longer path tells a reader less than the node's name and id.
  private static let readableLevels = 24

  /// Longer paths aren't written, because the paths of a chain would grow with its square.
  private static let writtenLevels = 256

  /// Prepares the paths of all nodes.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    columns = snapshot.columns
  }

  /// The path of the node at a position, such as `/AppAuthorizedSession/MainFlow/Cell[2]`.
  package func path(of position: Int) -> SafeText { path(of: position, levels: .max) ?? "" }

  /// Whether the path of a node contains an index among siblings.
  package func pathNamesPlaces(of position: Int) -> Bool {
    !classes.placedNodes(above: line(to: position, levels: .max) ?? []).isEmpty
  }

  /// The path if it is short enough to read, otherwise the node's name and id: `Cell #4711`. The
  /// cost doesn't depend on the node's depth.
  package func shortPath(of position: Int) -> SafeText {
    if let path = path(of: position, levels: Self.readableLevels) { return path }
    let type = columns.symbols.string(columns.shownType(position))
    return "\(type) #\(columns.nodes.ids[position])"
  }

  /// The short path as a prompt and a shell read it, followed by the label if names alone don't identify the
  /// node.
  package func labeledPath(of position: Int) -> SafeText {
    let path = Self.typed(shortPath(of: position))
    return distinguishingLabel(of: position).map { "\(path) \($0)" } ?? path
  }

  /// A path in quotes where a shell would read it as something else.
  package static func typed(_ path: SafeText) -> SafeText {
    path.string.hasPrefix("/") ? SafeText(ShellWords.quote(path.string)) : path
  }

  /// The label of a node, in quotes, if names alone don't identify it.
  package func distinguishingLabel(of position: Int) -> SafeText? {
    if columns.nodes.fixed[position].label.isNone { return nil }
    if let line = line(to: position, levels: Self.readableLevels),
      classes.placedNodes(above: line).isEmpty
    {
      return nil
    }
    return snapshot.shownLabel(of: position)
  }

  /// A selector that matches only this node: its path, or its id if the path is too long. The cost
  /// doesn't depend on the node's depth.
  package func selector(of position: Int) -> SafeText {
    path(of: position, levels: Self.writtenLevels) ?? "#\(columns.nodes.ids[position])"
  }

  /// A type's name with all characters escaped that have a meaning in a selector.
  package static func selectorName(_ name: String) -> SafeText {
    var bytes: [UInt8] = []
    append(name: name.utf8, to: &bytes)
    return SafeText(bytes, isPlain: false)
  }

  /// The node and its ancestors, the root last; nil if there are more than a number of levels.
  private func line(to position: Int, levels: Int) -> [Int]? {
    var line: [Int] = []
    var node = position
    while node >= 0 {
      if line.count == levels { return nil }
      line.append(node)
      node = Int(columns.parents[node])
    }
    return line
  }

  private func path(of position: Int, levels: Int) -> SafeText? {
    guard let line = line(to: position, levels: levels) else { return nil }
    var placed = classes.placedNodes(above: line)
    var bytes: [UInt8] = []
    var isPlain = true
    for node in line.reversed() {
      let type = columns.shownType(node)
      bytes.append(UInt8(ascii: "/"))
      columns.symbols.withBytes(of: type) { Self.append(name: $0, to: &bytes) }
      isPlain = isPlain && columns.symbols.isPlain(type)
      guard node == placed.last else { continue }
      placed.removeLast()
      bytes += "[\(classes.places[node])]".utf8
    }
    return SafeText(bytes, isPlain: isPlain)
  }

  private static func append(name: some Collection<UInt8>, to bytes: inout [UInt8]) {
    for byte in name {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
      default: break
      }
      bytes.append(byte)
    }
  }
}

/// The nodes that one path of names leads to, and each node's index among its siblings
/// of the same name. Costs a pass over the tree.
package struct NameClasses {
  private let columns: Columns
  /// By position: the class of nodes with the same names from the root down.
  private let numbers: [Int]
  /// The nodes of each class.
  private let members: [[Int]]
  /// By position: the index among siblings of the same name, from 1.
  package let places: [Int]
  /// By position: whether a sibling has the same name.
  private let hasTwin: [Bool]

  /// The maximum number of comparisons for shortening all paths with the same names; beyond it, all
  /// indices are kept.
  private static let effort = 200_000

  private struct Name: Hashable {
    /// The class of the parent; -1 above the root.
    var above: Int
    var type: Symbol
  }

  package init(_ columns: Columns) {
    self.columns = columns
    let positions = columns.nodes.ids.indices
    var places = [Int](repeating: 1, count: positions.count)
    var hasTwin = [Bool](repeating: false, count: positions.count)
    var numbers = [Int](repeating: 0, count: positions.count)
    var classes: [Name: Int] = [:]
    var members: [[Int]] = []
    for node in positions {
      let parent = Int(columns.parents[node])
      let name = Name(
        above: parent < 0 ? -1 : numbers[parent],
        type: columns.types.numbered(columns.nodes.fixed[node].type))
      let number = classes[name] ?? members.count
      numbers[node] = number
      guard number < members.count else {
        classes[name] = number
        members.append([node])
        continue
      }
      // Those with the same parent are adjacent.
      let twin = members[number][members[number].count - 1]
      members[number].append(node)
      guard columns.parents[twin] == columns.parents[node] else { continue }
      places[node] = places[twin] + 1
      hasTwin[twin] = true
      hasTwin[node] = true
    }
    self.numbers = numbers
    self.places = places
    self.hasTwin = hasTwin
    self.members = members
  }

  /// The nodes of a line that need an index so that the path matches only the first node.
  ///
  /// - Parameter line: a node and its ancestors, the root last.
  /// - Returns: those nodes, in the order of the line.
  func placedNodes(above line: [Int]) -> [Int] {
    guard let node = line.first else { return [] }
    let members = members[numbers[node]]
    if members.count == 1 { return [] }
    let twins = line.filter { hasTwin[$0] }
    // One index always distinguishes twins; if there are too many nodes to compare, all indices are
    // kept.
    if twins.count <= 1 || members.count * members.count * line.count > Self.effort { return twins }
    // Each other node is followed up to where its line meets this one: just below, it is a twin of
    // this node's ancestor. Only there must the path have an index, unless it already has another
    // that differs.
    var others = members.filter { $0 != node }
    var placed: [Int] = []
    for node in line {
      if others.isEmpty { break }
      if hasTwin[node], others.contains(where: { columns.parents[$0] == columns.parents[node] }) {
        placed.append(node)
        others.removeAll { places[$0] != places[node] }
      }
      others = others.map { Int(columns.parents[$0]) }
    }
    return placed
  }
}

/// Short names for the models of one answer.
///
/// A model is named by its type. If the answer contains several models of that type, its label
/// follows if that distinguishes it from another of them, or otherwise its id.
package struct ModelNames {
  private let snapshot: Snapshot
  private var typeCounts: [Symbol: Int] = [:]
  private var labelCounts: [Labeled: Int] = [:]

  private struct Labeled: Hashable {
    var type: Symbol
    var label: Symbol
  }

  /// Prepares the names. Costs one pass over the models.
  ///
  /// - Parameters:
  ///   - models: the positions of the models in the answer.
  package init(_ snapshot: Snapshot, _ models: [Int]) {
    self.snapshot = snapshot
    for node in Set(models) {
      let own = labeled(node)
      typeCounts[own.type, default: 0] += 1
      labelCounts[own, default: 0] += 1
    }
  }

  /// The name of a model: `Directory`, `Directory "share"`, `Directory #12`.
  package func name(of node: Int) -> SafeText {
    let own = labeled(node)
    let isEnough =
      typeCounts[own.type, default: 0] < 2
      || labelCounts[own] == 1 && !own.label.isNone && !snapshot.isLabelCut(of: node)
    let name = nameWithoutID(of: node)
    return isEnough ? name : "\(name) #\(snapshot[node].id)"
  }

  /// The name of a model whose id follows anyway.
  package func nameWithoutID(of node: Int) -> SafeText {
    let (own, type) = (labeled(node), SafeText(snapshot[node].name))
    guard labelCounts[own, default: 0] < typeCounts[own.type, default: 0],
      let label = snapshot.shownLabel(of: node)
    else { return type }
    return "\(type) \(label)"
  }

  private func labeled(_ node: Int) -> Labeled {
    let fields = snapshot.columns.nodes.fixed[node]
    return Labeled(type: fields.type, label: fields.label)
  }
}

extension Snapshot {
  /// A longer label isn't a short name.
  private static var readableLabel: Int { 40 }

  /// The label of a model in quotes, shortened for reading at a glance, with its age; nil if there
  /// is none.
  package func shownLabel(of node: Int) -> SafeText? {
    guard let label = self[node].label else { return nil }
    guard Self.isCut(label) else { return "\"\(label)\"\(age)" }
    return "\"\(label.prefix(Self.readableLabel))…\"\(age)"
  }

  /// Whether the label of a model is shortened.
  fileprivate func isLabelCut(of node: Int) -> Bool { self[node].label.map(Self.isCut) ?? false }

  private static func isCut(_ label: String) -> Bool {
    // No character is shorter than a byte.
    label.utf8.count > readableLabel && !label.dropFirst(readableLabel).isEmpty
  }
}
