import TextIO

extension Snapshot {
  /// Returns the tree, or the subtree of one node, as text: one model per line, with a newline
  /// after each.
  ///
  /// - Parameters:
  ///   - root: the position of the first node.
  ///   - options: the details to show in addition to names.
  ///   - here: the position that `.youAreHere` marks.
  ///   - style: the characters, colors, and depth.
  public func text(
    from root: Int = 0, options: PrintOptions = [], here: Int? = nil,
    style: PrintStyle = PrintStyle()
  ) -> String {
    var text = StyledText(isColored: style.color)
    var printer = TreePrinter(self, options, here, style)
    printer.print(from: root, to: &text)
    return text.text
  }

  /// Prints the tree, or the subtree of one node, in parts, so that the text is never in memory as
  /// a whole.
  ///
  /// - Parameter part: Takes the next part.
  package func print(
    from root: Int, options: PrintOptions, here: Int?, style: PrintStyle,
    inParts part: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    withoutActuallyEscaping(part) { part in
      var text = StyledText(isColored: style.color) { $0.withBytes(part) }
      var printer = TreePrinter(self, options, here, style)
      printer.print(from: root, to: &text)
      text.withBytes(part)
    }
  }
}

/// Draws a tree as text: branches, names, and marks.
///
/// The walk goes over positions and keeps the open branches in a stack, so a tree may be as deep as
/// memory allows. Below `guideLimit` levels, lines aren't indented further but carry the number of
/// their level: the output for a chain of 200,000 models stays linear.
struct TreePrinter {
  static let guideLimit = 64

  private let snapshot: Snapshot
  private let columns: Columns
  private let options: PrintOptions
  private let here: Int?
  private let style: PrintStyle
  /// The state key that says which node an object repeats; nil if the tree has none.
  private let repetitionKey: Symbol?
  private let repetitionLabels: [Symbol]

  /// The open ancestors: the ends of their subtrees, and the text before the branches of their
  /// children.
  private var open: [(end: Int32, guides: SafeText)] = []
  /// The text before the details of the current node, if they stand below it.
  private var margin: SafeText = ""

  init(_ snapshot: Snapshot, _ options: PrintOptions, _ here: Int?, _ style: PrintStyle) {
    self.snapshot = snapshot
    columns = snapshot.columns
    self.options = options
    self.here = here
    self.style = style
    repetitionKey = columns.symbols.find("same as")
    repetitionLabels = ["again", "cycle"].compactMap { snapshot.columns.symbols.find($0) }
  }

  mutating func print(from root: Int, to text: inout StyledText) {
    let end = Int(columns.subtreeEnds[root])
    var position = root
    while position < end {
      while let last = open.last, position >= Int(last.end) { open.removeLast() }
      let subtreeEnd = Int(columns.subtreeEnds[position])
      let size = subtreeEnd - position
      let isCut = style.depth.map { open.count >= $0 && size > 1 } ?? false
      writeBranch(position, to: &text)
      let branches = guides(below: position)
      if style.detailsBelow {
        margin = "\(branches)\(size > 1 && !isCut ? bar : "    ") "
      }
      writeNode(position, more: isCut ? size - 1 : 0, to: &text)
      text.line()
      if size > 1 { open.append((columns.subtreeEnds[position], branches)) }
      position = isCut ? subtreeEnd : position + 1
    }
  }

  // MARK: Branches

  /// The text before the branches of a node's children.
  private func guides(below position: Int) -> SafeText {
    guard let parent = open.last else { return "" }
    if open.count >= Self.guideLimit { return parent.guides }
    return parent.guides + (columns.subtreeEnds[position] == parent.end ? "   " : bar)
  }

  private func writeBranch(_ position: Int, to text: inout StyledText) {
    guard let parent = open.last else { return text.append(style.ascii ? "--" : "──", .dim) }
    text.append(.dim) { text in
      text.append(parent.guides)
      text.append("   ")
      if open.count > Self.guideLimit { text.append("[level \(open.count)] ") }
      if columns.subtreeEnds[position] == parent.end {
        text.append(style.ascii ? "`-" : "└─")
      } else {
        text.append(style.ascii ? "|-" : "├─")
      }
    }
  }

  private var bar: SafeText { style.ascii ? "   |" : "   │" }

  // MARK: The rest of a line

  /// Writes a node's names and details.
  ///
  /// - Parameter more: how many nodes below it are left out.
  private func writeNode(_ position: Int, more: Int, to text: inout StyledText) {
    let fields = columns.nodes.fixed[position]
    writeType(position, fields, to: &text)
    if !fields.label.isNone {
      text.append(" \"")
      write(fields.label, to: &text)
      text.append("\"")
      text.append(repetition(position, label: fields.label))
      if !options.contains(.state) || columns.nodes.states(of: position).isEmpty {
        text.append(snapshot.age(of: position))
      }
    }
    if fields.isUnopened { text.append(" (not open)") }
    if options.contains(.youAreHere), here == position { text.append(" <-") }
    let hasSource = options.contains(.sources) && !fields.source.isNone
    if style.detailsBelow {
      if hasSource { writeSource(fields.source, " ", to: &text) }
      writeCount(more, to: &text)
      writeDetails(position, fields, to: &text)
    } else {
      writeDetails(position, fields, to: &text)
      if hasSource {
        text.append("  |")
        writeSource(fields.source, to: &text)
      }
      writeCount(more, to: &text)
    }
  }

  /// Writes how many nodes are left out, if any are.
  private func writeCount(_ more: Int, to text: inout StyledText) {
    if more > 0 { text.append("  +\(more) more", .dim) }
  }

  /// The fewest columns that a name keeps.
  private static let leastNameColumns = 24

  /// Writes a node's type, without its middle if the terminal is too narrow for it.
  private func writeType(_ position: Int, _ fields: FixedFields, to text: inout StyledText) {
    let color: Color = fields.isSession ? .bold : .plain
    if let width = style.columns {
      let room = max(Self.leastNameColumns, width - (open.last?.guides.columns ?? 0) - 6)
      let name = name(columns.shownType(position))
      text.append(name.columns > room ? name.withoutMiddle(longerThan: room) : name, color)
    } else {
      text.append(color) { write(columns.shownType(position), to: &$0) }
    }
  }

  /// Begins a detail: on the node's line, or on one of its own below it.
  private func beginDetail(_ mark: SafeText, _ color: Color = .plain, to text: inout StyledText) {
    if style.detailsBelow {
      text.line()
      text.append(margin, .dim)
    } else {
      text.append("  | ")
    }
    text.append(mark, color)
  }

  /// Writes the details that the options include.
  private func writeDetails(_ position: Int, _ fields: FixedFields, to text: inout StyledText) {
    if options.contains(.representation), !fields.representation.isNone {
      beginDetail("(R): ", to: &text)
      write(fields.representation, to: &text)
    }
    if options.contains(.globalEvents) { writeSubscriptions(.event, position, to: &text) }
    if options.contains(.bubbles) { writeSubscriptions(.bubble, position, to: &text) }
    if !options.isDisjoint(with: [.errors, .errorsVerbose]) { writeErrors(position, to: &text) }
    let services = columns.nodes.services(of: position)
    if options.contains(.services), !services.isEmpty {
      beginDetail("(S): \(services.map(name).joined(separator: " "))", to: &text)
    }
    let states = columns.nodes.states(of: position)
    if options.contains(.state), !states.isEmpty {
      let entries = states.map { "\(name($0.key)): \(name($0.value))" as SafeText }
      beginDetail(
        "{\(entries.joined(separator: ", "))}\(snapshot.age(of: position))", to: &text)
    }
    if options.contains(.work) {
      for work in columns.works[columns.nodes.ids[position]] ?? [] {
        let since = work.since.map { " since \(WallClock.localTime(ofNanoseconds: $0))" }
        beginDetail("(W): works\(since ?? "")", to: &text)
        writeSource(work.source, to: &text)
      }
    }
  }

  /// For a repeated object with a label of its own, which node it repeats; other repeated objects
  /// have a label that marks them.
  private func repetition(_ position: Int, label: Symbol) -> SafeText {
    guard let key = repetitionKey, !repetitionLabels.contains(label),
      let state = columns.nodes.states(of: position).first, state.key == key
    else { return "" }
    return " (same as \(name(state.value)))"
  }

  private func writeSubscriptions(
    _ kind: Message.Kind, _ position: Int, to text: inout StyledText
  ) {
    var isFirst = true
    for record in columns.nodes.subscriptions(of: position) where record.kind == kind {
      if isFirst { beginDetail(kind == .event ? "(E):" : "(B):", Color(kind), to: &text) }
      isFirst = false
      text.append(" ")
      write(record.domain, to: &text)
      text.append(".")
      writeCode(record, to: &text)
      if options.contains(.sources) { writeSource(record.source, to: &text) }
    }
  }

  /// `NetworkErrors > 100 101`, and with labels `NetworkErrors > 100 [badResponse]`.
  private func writeErrors(_ position: Int, to text: inout StyledText) {
    var domain: Symbol?
    for record in columns.nodes.subscriptions(of: position) where record.kind == .error {
      if domain == nil { beginDetail("(Err):", Color(.error), to: &text) }
      if domain != record.domain {
        text.append(domain == nil ? " " : ", ")
        write(record.domain, to: &text)
        text.append(" >")
        domain = record.domain
      }
      text.append(" ")
      writeCode(record, to: &text)
      if options.contains(.errorsVerbose), !record.label.isNone {
        text.append(" [\(name(record.label))]")
      }
      if options.contains(.sources) { writeSource(record.source, to: &text) }
    }
  }

  private func writeSource(
    _ source: Symbol, _ space: SafeText = "", to text: inout StyledText
  ) {
    if source.isNone { return }
    text.append(.dim) { text in
      text.append("\(space) @")
      write(source, to: &text)
    }
  }

  private func writeCode(_ record: SubscriptionRecord, to text: inout StyledText) {
    if record.code.isNone { text.append("*") } else { write(record.code, to: &text) }
  }

  private func write(_ symbol: Symbol, to text: inout StyledText) {
    if !columns.symbols.isPlain(symbol) { return text.append(name(symbol)) }
    columns.symbols.withBytes(of: symbol) { text.append(safe: $0) }
  }

  private func name(_ symbol: Symbol) -> SafeText {
    columns.symbols.withBytes(of: symbol) {
      SafeText($0, isPlain: columns.symbols.isPlain(symbol))
    }
  }

}
