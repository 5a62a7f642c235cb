package import TextIO
import TreeAnalysis
public import TreeSnapshot

/// Why no spec can be written of a tree.
public struct SpecWritingError: Error, Hashable, CustomStringConvertible {
  /// How deep the tree is.
  package var levels: Int

  /// What is wrong and what to do, in a clause.
  public var description: String {
    """
    the tree is \(levels) levels deep, and a spec can be \(Spec.nestingLimit); write one of a part of \
    it
    """
  }
}

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
  private let classes: AlikeModels
  private var columns: Columns { snapshot.columns }

  /// The attributes that are written.
  private var kinds: AttributeKinds {
    var kinds = AttributeKinds.all
    if !options.includesState { kinds.remove(.state) }
    return kinds
  }

  /// - Throws: `SpecWritingError` where the tree is deeper than a spec can be.
  public init(_ snapshot: Snapshot, _ options: Options = Options()) throws(SpecWritingError) {
    let depth = TreeMeasures(snapshot)[.depth]
    if depth >= Spec.nestingLimit { throw SpecWritingError(levels: depth + 1) }
    self.snapshot = snapshot
    self.options = options
    messages = MessageTexts(snapshot.columns, MessageNames(snapshot))
    text = ModelText(columns: snapshot.columns, messages: messages)
    classes = AlikeModels(snapshot)
  }

  /// The spec's text.
  ///
  /// - Parameters:
  ///   - title: what it says of itself.
  ///   - comment: a line for its reader.
  public func write(title: String?, comment: String? = nil) -> String {
    var sink = MemorySink()
    write(title: title, comment: comment, to: &sink)
    return sink.text
  }

  /// Writes the spec's text, of which little is held at a time.
  ///
  /// - Parameters:
  ///   - title: what it says of itself.
  ///   - comment: a line for its reader.
  ///   - sink: where to.
  package func write(
    title: String?, comment: String? = nil, to sink: inout some ByteSink & ~Copyable
  ) {
    var head = "tree-spec 1\(title.map { " \(SpecText.quoted($0))" } ?? "")\n"
    if let comment { head += "# \(comment)\n" }
    head += "default children: exact \(options.isOrdered ? "ordered" : "unordered")\n"
    head += "default attributes: exact\(options.includesState ? "" : " except state")\n\n"
    sink.write(head)
    write(0..<snapshot.count, indent: 0, to: &sink)
    if options.includesRoutes {
      let lines = RouteWriter(snapshot, messages, isOrdered: options.isOrdered).lines()
      if !lines.isEmpty { sink.write("\n" as StaticString) }
      for line in lines { sink.write("\(line)\n") }
    }
  }

  /// The lines of the models that begin in a range and are siblings; those that follow each other
  /// and are alike share one.
  private func write(
    _ siblings: Range<Int>, indent: Int, to sink: inout some ByteSink & ~Copyable
  ) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var count = 1
      var next = end
      while next < siblings.upperBound, classes.areAlike(next, position) {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      let spaces = String(repeating: " ", count: indent)
      sink.write("\(spaces)\(text.line(of: position, count: count, kinds))\n")
      write(position + 1..<end, indent: indent + 2, to: &sink)
      position = next
    }
  }
}
