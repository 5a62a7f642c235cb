package import TextIO

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
    var text = MemorySink()
    var printer = TreePrinter(
      snapshot: self, from: root, options: options, here: here, style: style)
    while printer.printMore(to: &text) {}
    return text.text
  }

  package func print(
    from root: Int, options: PrintOptions, here: Int?, style: PrintStyle,
    to sink: inout some ByteSink & ~Copyable
  ) {
    var printer = TreePrinter(
      snapshot: self, from: root, options: options, here: here, style: style)
    var text = MemorySink()
    while printer.printMore(to: &text) { text.move(to: &sink) }
    text.move(to: &sink)
  }
}

/// Draws a tree as text: branches, names, and marks.
///
/// The walk goes over positions and keeps the open branches in a stack, so a tree may be as deep as
/// memory allows. Below `guideLimit` levels, lines aren't indented further but carry the number of
/// their level: the output for a chain of 200,000 models stays linear.
///
/// It writes to memory, for some models at a time: writing each of a line's many words to a generic
/// sink takes several times as long.
struct TreePrinter {
  static let guideLimit = 64

  let snapshot: Snapshot
  let columns: Columns
  let options: PrintOptions
  let here: Int?
  let style: PrintStyle
  /// The state key that says which node an object repeats; nil if the tree has none.
  let repetitionKey: Symbol?
  let repetitionLabels: [Symbol]

  /// The kinds of messages shown below names, for the legend.
  var shownKinds: Set<Message.Kind> = []
  var shownDetails: PrintOptions = []

  /// The ends of the open ancestors' subtrees.
  private var openEnds: [Int32] = []
  /// The bytes before the branch of the innermost ancestor's child, and their length for each
  /// ancestor.
  private var guides: [UInt8] = []
  private var guideLengths: [Int] = []

  private let root: Int
  /// The position of the next model, and the one after the last.
  private var position: Int
  private let end: Int

  /// The number of models to print at a time.
  private static let modelsAtOnce = 128

  init(snapshot: Snapshot, from root: Int, options: PrintOptions, here: Int?, style: PrintStyle) {
    self.snapshot = snapshot
    self.root = root
    position = root
    end = Int(snapshot.columns.subtreeEnds[root])
    columns = snapshot.columns
    self.options = options
    self.here = here
    self.style = style
    repetitionKey = columns.symbols.find("same as")
    repetitionLabels = ["again", "cycle"].compactMap { snapshot.columns.symbols.find($0) }
  }

  /// Prints more models, and after the last of them the text below the tree.
  ///
  /// - Returns: whether there are more models.
  mutating func printMore(to sink: inout MemorySink) -> Bool {
    var rest = Self.modelsAtOnce
    while position < end {
      if rest == 0 { return true }
      rest -= 1
      while let last = openEnds.last, position >= Int(last) { closeAncestor() }
      let subtreeEnd = columns.subtreeEnds[position]
      writeBranch(position, isRoot: position == root, to: &sink)
      writeNode(position, to: &sink)
      let size = Int(subtreeEnd) - position
      if let depth = style.depth, openEnds.count >= depth, size > 1 {
        sink.write(color(.dim))
        sink.write("  +" as StaticString)
        sink.write(decimal: size - 1)
        sink.write(" more" as StaticString)
        sink.write(color(.plain))
        writeEnd(of: position, isRoot: position == root, hasChildren: false, to: &sink)
        position = Int(subtreeEnd)
      } else {
        writeEnd(of: position, isRoot: position == root, hasChildren: size > 1, to: &sink)
        position += 1
      }
    }
    if style.long { writeLegend(to: &sink) }
    return false
  }

  /// Ends a model's line, and writes the lines below it that aren't children.
  private mutating func writeEnd(
    of position: Int, isRoot: Bool, hasChildren: Bool, to sink: inout MemorySink
  ) {
    sink.write("\n" as StaticString)
    openAncestor(position, isRoot: isRoot)
    if style.long { writeDetails(position, hasChildren: hasChildren, to: &sink) }
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

  /// Writes the branches next to a line below the innermost ancestor.
  func writeGuides(hasChildren: Bool, to sink: inout MemorySink) {
    guides.withUnsafeBufferPointer { sink.write($0) }
    sink.write(hasChildren ? bar : "    ")
    sink.write("  " as StaticString)
  }

  private func isLastChild(_ position: Int) -> Bool {
    columns.subtreeEnds[position] == openEnds.dropLast().last
  }

  private func writeBranch(
    _ position: Int, isRoot: Bool, to sink: inout MemorySink
  ) {
    sink.write(color(.dim))
    if isRoot {
      sink.write(style.ascii ? "--" : "──" as StaticString)
    } else {
      guides.withUnsafeBufferPointer { sink.write($0) }
      sink.write("   " as StaticString)
      if openEnds.count > Self.guideLimit {
        sink.write("[level " as StaticString)
        sink.write(decimal: openEnds.count)
        sink.write("] " as StaticString)
      }
      if columns.subtreeEnds[position] == openEnds.last {
        sink.write(style.ascii ? "`-" : "└─" as StaticString)
      } else {
        sink.write(style.ascii ? "|-" : "├─" as StaticString)
      }
    }
    sink.write(color(.plain))
  }

  private var bar: String { style.ascii ? "   |" : "   │" }
}
