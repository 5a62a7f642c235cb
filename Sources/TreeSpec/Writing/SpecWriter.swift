package import TextIO
import TreeAnalysis
public import TreeSnapshot

/// Writes a spec that this tree passes and no other tree does.
public struct SpecWriter {
  /// The parts to write.
  public struct Options: Sendable {
    /// Whether the order of siblings matters.
    public var isOrdered = true
    /// Whether to include state, which changes more often than the rest.
    public var includesState = false
    /// Whether to include the routes of messages that models are known to raise.
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

  /// The attributes to write.
  private let kinds: [AttributeKind]

  /// - Throws: `SpecWritingError` if the tree is deeper than a spec can be.
  public init(_ snapshot: Snapshot, _ options: Options = Options()) throws(SpecWritingError) {
    let depth = TreeMeasures(snapshot)[.depth]
    if depth >= Spec.nestingLimit { throw SpecWritingError(levels: depth + 1) }
    self.snapshot = snapshot
    self.options = options
    kinds = AttributeKind.unnamed.filter { $0 != .state || options.includesState }
    messages = MessageTexts(snapshot.columns, MessageNames(snapshot))
    text = ModelText(columns: snapshot.columns, messages: messages)
    classes = AlikeModels(snapshot)
  }

  /// The spec's text.
  ///
  /// - Parameters:
  ///   - title: the spec's title.
  ///   - comment: a comment for the reader.
  public func write(title: String?, comment: String? = nil) -> String {
    var sink = MemorySink()
    write(title: title, comment: comment, to: &sink)
    return sink.text
  }

  /// Writes the spec's text with a small buffer.
  ///
  /// - Parameters:
  ///   - title: the spec's title.
  ///   - comment: a comment for the reader.
  ///   - sink: the destination.
  package func write(
    title: String?, comment: String? = nil, to sink: inout MemorySink
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

  /// Writes the lines of the siblings that begin in a range; consecutive identical models share a
  /// line.
  private func write(
    _ siblings: Range<Int>, indent: Int, to sink: inout MemorySink
  ) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var count = 1
      var next = end
      while next < siblings.upperBound, areAlike(next, position) {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      let spaces = String(repeating: " ", count: indent)
      let age = age(of: position).map { "  # as of #\($0)" } ?? ""
      sink.write("\(spaces)\(text.line(of: position, count: count, kinds))\(age)\n")
      write(position + 1..<end, indent: indent + 2, to: &sink)
      position = next
    }
  }

  /// Whether one line is about both models: they are alike, and what is written is of the same age.
  private func areAlike(_ one: Int, _ other: Int) -> Bool {
    guard classes.areAlike(one, other) else { return false }
    if columns.nodes.ages.isEmpty { return true }
    return (0..<Int(columns.subtreeEnds[one]) - one).allSatisfy {
      age(of: one + $0) == age(of: other + $0)
    }
  }

  /// The record of a journal as of which the written label and state are; nil if there are none, or
  /// if they are the tree's own.
  private func age(of position: Int) -> Int? {
    let isWritten =
      !columns.nodes.fixed[position].label.isNone
      || kinds.contains(.state) && !columns.states(of: position).isEmpty
    return isWritten ? columns.asOf(position) : nil
  }
}

/// Describes a model as a line of a spec.
struct ModelText {
  let columns: Columns
  let messages: MessageTexts

  /// A line for models: their name, their number, and their attributes in brackets.
  ///
  /// - Parameters:
  ///   - position: one of the models, which are identical.
  ///   - kinds: the attributes to include.
  func line(of position: Int, count: Int, _ kinds: [AttributeKind]) -> String {
    var text = SpecText.name(columns.symbols.string(columns.nodes.fixed[position].type))
    if count > 1 { text += " {\(count)}" }
    let hasLists = columns.hasLists(at: position)
    for kind in AttributeKind.unnamed
    where kinds.contains(kind) && (hasLists || AttributeKind.single.contains(kind)) {
      if let attribute = attribute(kind, of: position) { text += " \(attribute)" }
    }
    return text
  }

  /// One attribute in brackets; nil if the model has none.
  func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    let fields = columns.nodes.fixed[position]
    func value(_ symbol: Symbol) -> String? {
      symbol.isNone ? nil : "[\(kind.rawValue)=\(SpecText.value(columns.symbols.string(symbol)))]"
    }
    func list(_ elements: [SpecElement]) -> String? {
      elements.isEmpty ? nil : "[\(kind.rawValue) \(elements.written)]"
    }
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .unopened: return fields.isUnopened ? "[unopened]" : nil
    case .label: return value(fields.label)
    case .representation: return value(fields.representation)
    case .source: return value(fields.source)
    case .handles: return list(columns.subscriptions(of: position).map(messages.element))
    case .raises: return list(columns.raises(of: position).map(messages.element))
    case .services:
      let services = columns.services(of: position).map { columns.symbols.string($0) }
      return list(services.map { SpecElement(text: SpecText.value($0)) })
    case .state: return list(columns.states(of: position).map { SpecText.state($0, in: columns) })
    case .name, .leaf, .children, .attributes: return nil
    }
  }
}
