extension Snapshot {
  /// The tree, or the subtree of one node, as text: one line a model, each ending with a newline.
  ///
  /// - Parameters:
  ///   - root: the position of the node to begin at.
  ///   - options: what is shown beside the names.
  ///   - here: the position that `.youAreHere` marks.
  ///   - style: glyphs, colour and depth.
  public func text(
    from root: Int = 0, options: PrintOptions = [], here: Int? = nil,
    style: PrintStyle = PrintStyle()
  ) -> String {
    var sink = MemorySink()
    print(from: root, options: options, here: here, style: style, to: &sink)
    return sink.text
  }

  package func print(
    from root: Int, options: PrintOptions, here: Int?, style: PrintStyle,
    to sink: inout some ByteSink & ~Copyable
  ) {
    var printer = TreePrinter(snapshot: self, options: options, here: here, style: style)
    printer.print(from: root, to: &sink)
  }
}

/// Draws a tree with the article's branches and marks.
///
/// The walk goes over positions and keeps the open branches in a stack, so a tree may be as deep as
/// memory allows. Below `guideLimit` levels the lines are no longer indented further and carry the
/// number of their level instead: a chain of 200,000 models stays linear in its length.
struct TreePrinter {
  static let guideLimit = 64

  let columns: Columns
  let options: PrintOptions
  let here: Int?
  let style: PrintStyle

  /// Where the subtree of each open ancestor ends.
  private var openEnds: [Int32] = []
  /// The bytes before the branch of a child of the innermost ancestor, and how long they were for
  /// each ancestor.
  private var guides: [UInt8] = []
  private var guideLengths: [Int] = []

  init(snapshot: Snapshot, options: PrintOptions, here: Int?, style: PrintStyle) {
    columns = snapshot.columns
    self.options = options
    self.here = here
    self.style = style
  }

  mutating func print(from root: Int, to sink: inout some ByteSink & ~Copyable) {
    var position = root
    let end = Int(columns.subtreeEnds[root])
    while position < end {
      while let last = openEnds.last, position >= Int(last) { closeAncestor() }
      let subtreeEnd = columns.subtreeEnds[position]
      writeBranch(position, isRoot: position == root, to: &sink)
      writeNode(position, to: &sink)
      let size = Int(subtreeEnd) - position
      if let depth = style.depth, openEnds.count >= depth, size > 1 {
        sink.write(colour(.dim))
        sink.write("  +" as StaticString)
        sink.write(decimal: size - 1)
        sink.write(" more" as StaticString)
        sink.write(colour(.plain))
        sink.write("\n" as StaticString)
        position = Int(subtreeEnd)
      } else {
        sink.write("\n" as StaticString)
        openAncestor(position, isRoot: position == root)
        position += 1
      }
    }
  }

  // MARK: Branches

  private mutating func openAncestor(_ position: Int, isRoot: Bool) {
    openEnds.append(columns.subtreeEnds[position])
    guideLengths.append(guides.count)
    guard !isRoot, openEnds.count <= Self.guideLimit else { return }
    guides.append(contentsOf: isLastChild(position) ? "   ".utf8 : bar.utf8)
  }

  private mutating func closeAncestor() {
    openEnds.removeLast()
    guides.removeLast(guides.count - guideLengths.removeLast())
  }

  private func isLastChild(_ position: Int) -> Bool {
    columns.subtreeEnds[position] == openEnds.dropLast().last
  }

  private func writeBranch(
    _ position: Int, isRoot: Bool, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write(colour(.dim))
    if isRoot {
      sink.write(style.ascii ? "--" : "──")
    } else {
      guides.withUnsafeBufferPointer { sink.write($0) }
      sink.write("   " as StaticString)
      if openEnds.count > Self.guideLimit {
        sink.write("[level " as StaticString)
        sink.write(decimal: openEnds.count)
        sink.write("] " as StaticString)
      }
      if columns.subtreeEnds[position] == openEnds.last {
        sink.write(style.ascii ? "`-" : "└─")
      } else {
        sink.write(style.ascii ? "|-" : "├─")
      }
    }
    sink.write(colour(.plain))
  }

  private var bar: String { style.ascii ? "   |" : "   │" }
}

// What stands on a line behind the branch.
extension TreePrinter {
  private func writeNode(_ position: Int, to sink: inout some ByteSink & ~Copyable) {
    let fields = columns.fixed[position]
    if fields.isSession { sink.write(colour(.bold)) }
    write(fields.type, to: &sink)
    if fields.isSession { sink.write(colour(.plain)) }
    if !fields.label.isNone {
      sink.write(" \"" as StaticString)
      write(fields.label, to: &sink)
      sink.write("\"" as StaticString)
    }
    if options.contains(.youAreHere), here == position { sink.write(" <-" as StaticString) }
    if options.contains(.representation), !fields.representation.isNone {
      writeMark("(R): ", .plain, to: &sink)
      write(fields.representation, to: &sink)
    }
    if options.contains(.globalEvents) { writeSubscriptions(.event, position, to: &sink) }
    if options.contains(.bubbles) { writeSubscriptions(.bubble, position, to: &sink) }
    if !options.isDisjoint(with: [.errors, .errorsVerbose]) { writeErrors(position, to: &sink) }
    if options.contains(.services) { writeServices(position, to: &sink) }
    if options.contains(.state) { writeState(position, to: &sink) }
    if options.contains(.sources) { writeSource(fields.source, to: &sink) }
  }

  private func writeSubscriptions(
    _ kind: Message.Kind, _ position: Int, to sink: inout some ByteSink & ~Copyable
  ) {
    var isFirst = true
    for record in columns.subscriptions(of: position) where record.kind == kind {
      if isFirst { writeMark(kind == .event ? "(E):" : "(B):", Colour(kind), to: &sink) }
      isFirst = false
      sink.write(" " as StaticString)
      write(record.domain, to: &sink)
      sink.write("." as StaticString)
      writeCode(record, to: &sink)
      if options.contains(.sources) { writeSource(record.source, to: &sink) }
    }
  }

  /// `NetworkErrors > 100 101`, and with labels `NetworkErrors > 100 [badResponse]`.
  private func writeErrors(_ position: Int, to sink: inout some ByteSink & ~Copyable) {
    var domain: Symbol?
    for record in columns.subscriptions(of: position) where record.kind == .error {
      if domain == nil { writeMark("(Err):", Colour(.error), to: &sink) }
      if domain != record.domain {
        if domain != nil { sink.write("," as StaticString) }
        sink.write(" " as StaticString)
        write(record.domain, to: &sink)
        sink.write(" >" as StaticString)
        domain = record.domain
      }
      sink.write(" " as StaticString)
      writeCode(record, to: &sink)
      if options.contains(.errorsVerbose), !record.label.isNone {
        sink.write(" [" as StaticString)
        write(record.label, to: &sink)
        sink.write("]" as StaticString)
      }
      if options.contains(.sources) { writeSource(record.source, to: &sink) }
    }
  }

  private func writeServices(_ position: Int, to sink: inout some ByteSink & ~Copyable) {
    let services = columns.services(of: position)
    guard !services.isEmpty else { return }
    writeMark("(S):", .plain, to: &sink)
    for service in services {
      sink.write(" " as StaticString)
      write(service, to: &sink)
    }
  }

  private func writeState(_ position: Int, to sink: inout some ByteSink & ~Copyable) {
    let states = columns.states(of: position)
    guard !states.isEmpty else { return }
    writeMark("{", .plain, to: &sink)
    var isFirst = true
    for state in states {
      if !isFirst { sink.write(", " as StaticString) }
      isFirst = false
      write(state.key, to: &sink)
      sink.write(": " as StaticString)
      write(state.value, to: &sink)
    }
    sink.write("}" as StaticString)
  }

  private func writeSource(_ source: Symbol, to sink: inout some ByteSink & ~Copyable) {
    guard !source.isNone else { return }
    sink.write(colour(.dim))
    sink.write(" @" as StaticString)
    write(source, to: &sink)
    sink.write(colour(.plain))
  }

  private func writeCode(
    _ record: SubscriptionRecord, to sink: inout some ByteSink & ~Copyable
  ) {
    if record.code.isNone { sink.write("*" as StaticString) } else { write(record.code, to: &sink) }
  }

  private func writeMark(
    _ mark: StaticString, _ colour: Colour, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write("  | " as StaticString)
    if colour == .plain {
      sink.write(mark)
    } else {
      sink.write(self.colour(colour))
      sink.write(mark)
      sink.write(self.colour(.plain))
    }
  }

  private func write(_ symbol: Symbol, to sink: inout some ByteSink & ~Copyable) {
    if columns.symbols.isPlain(symbol) {
      columns.symbols.withBytes(of: symbol) { sink.write($0) }
    } else {
      sink.write(SafeText.escape(columns.symbols.string(symbol)))
    }
  }

  private func colour(_ colour: Colour) -> StaticString {
    style.colour ? colour.sequence : ""
  }
}

/// The colours of a tree in a terminal. Each says again what a word or a mark says.
package enum Colour: Hashable, Sendable {
  case plain, bold, dim, red, violet, blue, green, yellow

  /// The colour of a kind of message.
  package init(_ kind: Message.Kind) {
    switch kind {
    case .error: self = .red
    case .bubble: self = .violet
    case .event: self = .blue
    }
  }

  /// The escape sequence that begins it.
  package var sequence: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .bold: "\u{1b}[1m"
    case .dim: "\u{1b}[2m"
    case .red: "\u{1b}[31m"
    case .violet: "\u{1b}[35m"
    case .blue: "\u{1b}[34m"
    case .green: "\u{1b}[32m"
    case .yellow: "\u{1b}[33m"
    }
  }
}
