import ArgumentParser
import TextIO
import TreeAnalysis
import TreeDrawing
import TreeSnapshot

extension GraphFormat: ExpressibleByArgument {
  /// Parses the name of a format, ignoring case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }

  /// The formats of files; the page asks for the layout.
  package static var allValueStrings: [String] {
    allCases.filter { $0 != .layout }.map(\.rawValue)
  }

  /// The format of a drawing's lines.
  fileprivate var lineForm: InertLines.Form {
    switch self {
    case .dot, .svg, .mermaid: .text
    case .layout: .json
    case .png, .pdf: .verbatim
    }
  }

  fileprivate var isPicture: Bool { self == .png || self == .pdf }
}

/// Draws the tree with its subscriptions.
struct Render: FormattedQuestion {
  static let commandName = "render"
  static let abstract =
    "Draw the tree with its subscriptions, as DOT, SVG, PNG, PDF or Mermaid."
  static let examples = [
    "-o tree.svg", "--trace error badToken --from '#8' -o trace.png",
    "MainFlow --depth 1 --format dot", "--boxes 5000 -o all.svg",
    "--diff before.json -o changes.svg", "--boxes 100 -o tree.mmd",
  ]

  @Argument(help: "The model to begin at; the root by default.")
  var selector: ModelSelector?

  @Option(help: "The format; by default that of the output file's name, else dot.")
  var format: GraphFormat?

  @Option(parsing: .unconditional, help: .value("levels", "Draw this many levels below the first."))
  var depth: Int?

  @Option(
    parsing: .unconditional,
    help: .value(
      "number",
      """
      Draw at most this many boxes, by default 300 with lists of leaves and 1000 in all; beyond that, \
      similar leaves are folded into one box, then the deepest levels. With --trace, a tree of more than \
      30 boxes is drawn as the route and up to five siblings of each of its models.
      """))
  var boxes: Int?

  @Option(
    parsing: .upToNextOption,
    help: .value(
      "kind message", "Draw the route of a message: its kind and its name, before other options."))
  var trace: [MessageWord] = []

  @Option(
    name: .customLong("from"),
    help: .value("selector", "The model that raises it; at a prompt the current one by default."))
  var raiser: ModelSelector?

  @Option(
    name: .customLong("diff"),
    help: .value("old", "Draw the differences from this older dump or remembered tree."))
  var older: TreeName?

  @Flag(help: "Draw on a dark ground; an SVG otherwise follows the screen.")
  var dark = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try checkDepth(depth)
    if let boxes, boxes < 1 {
      throw ConsoleError("--boxes \(boxes): give the number of boxes to draw at most, 1 or more")
    }
    if output.json, output.file != nil {
      throw ConsoleError("--json answers with the drawing inside; leave out --json, or -o")
    }
    let format = try chosenFormat()
    let diagram = try diagram(&view)
    if output.file == nil, format.isPicture, output.json || view.output.isTerminal {
      throw ConsoleError(
        "\(format.rawValue.uppercased()) is not text; name a file: -o tree.\(format.rawValue)")
    }
    let drawing = Drawing(diagram)
    let bytes = try drawing.bytes(as: format, isDark: dark)
    if format == .png, !drawing.isLegibleAsPNG {
      view.note(
        "warning: letters are too small to read in a PNG of this size; write SVG, fold with "
          + "--boxes N or --depth N, or draw a part with a selector")
    }
    if let note = diagram.foldNote {
      view.note("\(SafeText(note)); --boxes N draws up to N boxes")
    }
    return Answer(
      json: .json {
        .object { json in
          json.write("format", format.rawValue)
          json.write("nodes", diagram.nodeCount)
          json.write("bytes", bytes.count)
          json.write("text", String(decoding: bytes, as: UTF8.self))
        }
      }, body: .bytes(format.lineForm) { $0.write(bytes) })
  }

  /// The format of `--format`, or of the file's name, or DOT.
  private func chosenFormat() throws -> GraphFormat {
    if let format { return format }
    guard let file = output.file else { return .dot }
    if let format = GraphFormat(fileName: file) { return format }
    throw ConsoleError(
      "the name '\(file)' does not tell the format; write dot, svg, png, pdf or mermaid with --format"
    )
  }

  private func diagram(_ view: inout View) throws -> Diagram {
    let budget =
      boxes.map { BoxBudget(boxes: $0) } ?? (trace.isEmpty || depth != nil ? .screen : .route)
    guard let older else {
      let state = try view.state()
      return Diagram(
        state.snapshot, root: try root(in: state.snapshot, view), depth: depth,
        route: try route(in: state, &view), budget: budget)
    }
    if !trace.isEmpty || raiser != nil {
      throw ConsoleError("--diff draws no route; leave --trace and --from out, or --diff")
    }
    let old = try ComparedTree.named(older.rawValue, in: view)
    let new = try ComparedTree.present(in: view)
    return Diagram(
      TreeDifference(from: old, to: new, in: view),
      names: (FileNames.last(of: old.name.string), FileNames.last(of: new.name.string)),
      root: try root(in: new.snapshot, view), depth: depth, budget: budget)
  }

  private func root(in snapshot: Snapshot, _ view: View) throws -> Int {
    try selector?.node(in: snapshot) ?? 0
  }

  private func route(in state: TreeState, _ view: inout View) throws -> Route? {
    guard let reference = try trace.reference(in: state.snapshot) else {
      if raiser != nil { throw ConsoleError("--from needs a message: --trace KIND NAME") }
      return nil
    }
    let resolved = try state.snapshot.resolve(reference, noting: view.output)
    return state.snapshot.route(of: resolved.message, raisedAt: try view.raiser(raiser, in: state))
  }
}
