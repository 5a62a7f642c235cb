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
    var text = "tree-spec 1\(title.map { " \(SpecText.quoted($0))" } ?? "")\n"
    if let comment { text += "# \(comment)\n" }
    text += "default children: exact \(options.isOrdered ? "ordered" : "unordered")\n"
    text += "default attributes: exact\(options.includesState ? "" : " except state")\n\n"
    append(0..<snapshot.count, indent: "", to: &text)
    if options.includesRoutes {
      let routes = RouteWriter(snapshot, messages, isOrdered: options.isOrdered).lines()
      if !routes.isEmpty { text += "\n" }
      for route in routes { text += "\(route)\n" }
    }
    return text
  }

  /// The lines of the models that begin in a range and are siblings; those that follow each other
  /// and are alike share one.
  private func append(_ siblings: Range<Int>, indent: String, to text: inout String) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var count = 1
      var next = end
      while next < siblings.upperBound, classes.classes[next] == classes.classes[position] {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      text += indent
      append(position, count: count, to: &text)
      if end > position + 1 { append(position + 1..<end, indent: indent + "  ", to: &text) }
      position = next
    }
  }

  private func append(_ position: Int, count: Int, to text: inout String) {
    var kinds = AttributeKinds.all
    if !options.includesState { kinds.remove(.state) }
    text += SpecText.name(columns.symbols.string(columns.nodes.fixed[position].type))
    if count > 1 { text += " {\(count)}" }
    for attribute in self.text.attributes(of: position, kinds) {
      text += " "
      text += attribute
    }
    text += "\n"
  }
}
