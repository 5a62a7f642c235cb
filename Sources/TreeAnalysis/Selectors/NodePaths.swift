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
  /// `@exclusivity(unchecked)`: while it writes, nobody else's code runs that could ask for a path.
  @exclusivity(unchecked) private var writer: PathWriter

  /// A path of more levels than this says less than the node's name and id.
  private static let readableLevels = 24

  /// Paths of more levels than this are not written, since those of a chain would grow with its square.
  private static let writtenLevels = 256

  /// Prepares the paths of all nodes.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    columns = snapshot.columns
    writer = PathWriter(snapshot.columns)
  }

  /// The path of the node at a position, such as `/AppAuthorizedSession/MainFlow/Cell[2]`.
  package func path(of position: Int) -> SafeText {
    _ = writer.enter(position, levels: .max)
    return writer.written()
  }

  /// Lends the same as UTF-8.
  package func withPath(
    of position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    _ = writer.enter(position, levels: .max)
    writer.withWritten { path, isPlain in
      if isPlain { return body(path) }
      var text = SafeText(Array(path), isPlain: false).string
      text.withUTF8(body)
    }
  }

  /// Whether the path of the node at a position names the place of a model among its siblings.
  package func pathNamesPlaces(of position: Int) -> Bool {
    _ = writer.enter(position, levels: .max)
    return writer.namesPlaces
  }

  /// The path where a person can take it in, else the node's name and id: `Cell #4711`. Costs no
  /// more however deep the node lies.
  package func shortPath(of position: Int) -> SafeText {
    if writer.enter(position, levels: Self.readableLevels) { return writer.written() }
    let type = columns.symbols.string(columns.nodes.fixed[position].type)
    return "\(type) #\(columns.nodes.ids[position])"
  }

  /// The short path for a person: with the label behind it where names alone do not lead to the node.
  package func labeledPath(of position: Int) -> SafeText {
    guard let label = distinguishingLabel(of: position) else { return shortPath(of: position) }
    return "\(shortPath(of: position)) \(label)"
  }

  /// Adds the same to text.
  package func appendLabeledPath(of position: Int, to text: inout StyledText) {
    guard writer.enter(position, levels: Self.readableLevels) else {
      return text.append(labeledPath(of: position))
    }
    writer.withWritten { text.append($0, isPlain: $1) }
    guard writer.namesPlaces, let label = snapshot.shownLabel(of: position) else { return }
    text.append(" ")
    text.append(label)
  }

  /// The label of a node, in quotes, where names alone do not lead to it.
  package func distinguishingLabel(of position: Int) -> SafeText? {
    if writer.enter(position, levels: Self.readableLevels), !writer.namesPlaces { return nil }
    return snapshot.shownLabel(of: position)
  }

  /// A selector of the node alone: its path, else its id where that would fill pages. Costs no more
  /// however deep the node lies.
  package func selector(of position: Int) -> SafeText {
    writer.enter(position, levels: Self.writtenLevels)
      ? writer.written() : "#\(columns.nodes.ids[position])"
  }

  /// Writes that selector as a JSON string.
  package func writeSelector(of position: Int, to sink: inout some ByteSink & ~Copyable) {
    guard writer.enter(position, levels: Self.writtenLevels) else {
      return JSONString.write(selector(of: position).string, to: &sink)
    }
    writer.withWritten { path, isPlain in
      if isPlain {
        JSONString.write(path, isPlain: true, to: &sink)
      } else {
        JSONString.write(SafeText(Array(path), isPlain: false).string, to: &sink)
      }
    }
  }

  /// A type's name with every character escaped that has a meaning in a selector.
  package static func selectorName(_ name: String) -> SafeText {
    var name = name
    return SafeText(name.withUTF8(PathWriter.escaped), isPlain: false)
  }
}
