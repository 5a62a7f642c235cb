import TreeAnalysis
public import TreeSnapshot

/// Writes the spec of a tree: this tree passes it, and no other does.
public struct SpecWriter {
  /// What is written.
  public struct Options: Sendable {
    /// Whether the order of siblings counts.
    public var isOrdered = true
    /// Whether state is written, which changes more often than the rest.
    public var includesState = false
    /// Whether the routes of messages that models are known to raise are written.
    public var includesRoutes = true

    /// Everything but state.
    public init() {}
  }

  private let snapshot: Snapshot
  private let options: Options
  private let messages: MessageTexts
  private let text: ModelText
  private let classes: NodeClasses
  private var columns: Columns { snapshot.columns }

  /// - Throws: `SpecWritingError` where the tree is deeper than a spec can be.
  public init(_ snapshot: Snapshot, _ options: Options = Options()) throws(SpecWritingError) {
    let depth = TreeMeasures(snapshot)[.depth]
    if depth >= Spec.nestingLimit { throw SpecWritingError(levels: depth + 1) }
    self.snapshot = snapshot
    self.options = options
    messages = MessageTexts(snapshot.columns, MessageNames(snapshot))
    text = ModelText(columns: snapshot.columns, messages: messages)
    classes = NodeClasses(snapshot)
  }

  /// The spec's text.
  ///
  /// - Parameters:
  ///   - title: what it says of itself.
  ///   - comment: a line for its reader.
  public func write(title: String?, comment: String? = nil) -> String {
    var lines = ["tree-spec 1\(title.map { " \(SpecText.quoted($0))" } ?? "")"]
    if let comment { lines.append("# \(comment)") }
    lines.append("default children: exact \(options.isOrdered ? "ordered" : "unordered")")
    lines.append("default attributes: exact\(options.includesState ? "" : " except state")")
    lines.append("")
    append(0..<snapshot.count, depth: 0, to: &lines)
    if options.includesRoutes {
      let routes = RouteWriter(snapshot, messages, isOrdered: options.isOrdered).lines()
      if !routes.isEmpty { lines += [""] + routes }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of the models that begin in a range and are siblings; those that follow each other
  /// and are alike share one.
  private func append(_ siblings: Range<Int>, depth: Int, to lines: inout [String]) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var count = 1
      var next = end
      while next < siblings.upperBound, classes.classes[next] == classes.classes[position] {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      lines.append(line(of: position, depth: depth, count: count))
      append(position + 1..<end, depth: depth + 1, to: &lines)
      position = next
    }
  }

  private func line(of position: Int, depth: Int, count: Int) -> String {
    var kinds = AttributeKinds.all
    if !options.includesState { kinds.remove(.state) }
    let parts =
      [SpecText.name(columns.symbols.string(columns.nodes.fixed[position].type))]
      + (count > 1 ? ["{\(count)}"] : []) + text.attributes(of: position, kinds)
    return String(repeating: "  ", count: depth) + parts.joined(separator: " ")
  }
}
