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
  private var classes: NameClasses
  private var writer: PathWriter
  /// The node that was asked for last and its ancestors, the root first.
  private var line: [Int] = []

  /// A path of more levels than this says less than the node's name and id.
  private static let readableLevels = 24

  /// Paths of more levels than this are not written, since those of a chain would grow with its square.
  private static let writtenLevels = 256

  /// Prepares the paths of all nodes.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    columns = snapshot.columns
    classes = NameClasses(snapshot.columns)
    writer = PathWriter(snapshot.columns)
  }

  /// The path of the node at a position, such as `/AppAuthorizedSession/MainFlow/Cell[2]`.
  package func path(of position: Int) -> SafeText {
    path(placed: placedLevels(of: position))
  }

  /// The path of the last node.
  private func path(placed: [Int]) -> SafeText {
    writer.path(along: line, placed: placed, classes.places)
  }

  /// Whether the path of the node at a position names the place of a model among its siblings.
  package func pathNamesPlaces(of position: Int) -> Bool {
    !placedLevels(of: position).isEmpty
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
    if isDeeper(position, than: Self.readableLevels) {
      guard let label = snapshot.shownLabel(of: position) else { return shortPath(of: position) }
      return "\(shortPath(of: position)) \(label)"
    }
    let placed = placedLevels(of: position)
    let path = path(placed: placed)
    guard !placed.isEmpty, let label = snapshot.shownLabel(of: position) else { return path }
    return "\(path) \(label)"
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

  /// The levels at which the path of a node names places, once the node and its ancestors are known.
  private func placedLevels(of position: Int) -> [Int] {
    if line.count > 1, line[line.count - 2] == columns.parents[position] {
      // A sibling of the last one.
      line[line.count - 1] = position
    } else {
      line.removeAll(keepingCapacity: true)
      var node = position
      while node >= 0 {
        Steps.note()
        line.append(node)
        node = Int(columns.parents[node])
      }
      line.reverse()
    }
    return classes.placedLevels(of: position, line: line)
  }

  /// A type's name with every character escaped that has a meaning in a selector.
  package static func selectorName(_ name: String) -> SafeText {
    var name = name
    var result: [UInt8] = []
    name.withUTF8 { PathWriter.append($0, to: &result) }
    return SafeText(result, isPlain: false)
  }
}
