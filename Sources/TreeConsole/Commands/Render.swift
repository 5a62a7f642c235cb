import ArgumentParser
import TextIO
import TreeAnalysis
import TreeGraph
import TreeJournal
import TreeSnapshot

/// Draws the tree with its subscriptions.
struct Render: InspectorCommand {
  static let commandName = "render"
  static let abstract =
    "Draw the tree with its subscriptions, as DOT, SVG, PNG or PDF, or lay it out."
  static let examples = [
    "-o tree.svg",
    "--trace error badToken --from '#8' -o trace.png",
    "MainFlow --depth 1 --format dot",
    "--boxes 5000 -o all.svg",
    "--diff before.json -o changes.svg",
    "--timeline --since -10s -o story.svg",
    "--at 12 --to 40 -o changes.svg",
  ]

  @Argument(help: "The model to begin at; left out, the root.")
  var selector: ModelSelector?

  @Option(help: "The format; left out, the one that the name of the output's file says, else dot.")
  var format: GraphFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw this many levels below the first.", valueName: "levels"))
  var depth: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw at most this many boxes: above, leaves that are alike are folded into one box, then the \
      deepest levels; left out, 300 with lists of leaves and 1000 in all.
      """,
      valueName: "number"))
  var boxes: Int?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Draw the route of a message: its kind and its name. The next option, or nothing, follows.",
      valueName: "kind message"))
  var trace: [MessageWord] = []

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The model that raises it; left out at a prompt, the current one.", valueName: "selector"))
  var raiser: ModelSelector?

  @Option(
    name: .customLong("diff"),
    help: ArgumentHelp(
      "Draw the differences from this older dump, or at a prompt from a remembered tree.",
      valueName: "old"))
  var older: TreeName?

  @Flag(
    help: """
      Draw what happened, out of the journal: models as lanes, messages as arrows, time downwards, as \
      SVG. With a selector, only what these models did, or what was done to them. 60 rows with 14 \
      models are drawn at most; what is left out is written above.
      """)
  var timeline = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Begin the timeline at this moment.", valueName: "moment"))
  var since: MomentWord?

  @Option(
    help: ArgumentHelp(
      "Draw at most this many rows of the timeline, the last ones.", valueName: "number"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw the differences from the moment of --at to this one.", valueName: "moment"))
  var to: MomentWord?

  @OptionGroup var outputOptions: OutputOptions

  /// The file to write; nil for standard output.
  private var output: String? { outputOptions.file }

  var at: MomentWord? { outputOptions.at }

  func run(in context: CommandContext) throws {
    try checkDepth(depth)
    if let boxes, boxes < 1 { throw ConsoleError.outOfRange(.boxes(boxes)) }
    if timeline { return try drawTimeline(in: context) }
    for (option, isThere) in [("--since", since != nil), ("--limit", limit != nil)] where isThere {
      throw ConsoleError.conflict(.noTimeline(option: option))
    }
    let format = try chosenFormat()
    if output == nil, outputOptions.outputName == nil, self.format == nil, !outputOptions.json,
      context.output.isTerminal
    {
      throw ConsoleError.missing(.drawingPlace)
    }
    let diagram = try diagram(context)

    if output == nil, format == .png || format == .pdf {
      if outputOptions.json || context.output.isTerminal {
        throw ConsoleError.missing(.drawingFile(format: format.rawValue))
      }
    }
    let drawing = try draw(diagram, as: format, context.output)
    try answer(drawing, as: format, models: diagram.nodeCount, context)
  }

  /// Writes a drawing, or says what was written to a file.
  private func answer(
    _ drawing: [UInt8], as format: GraphFormat, models: Int, _ context: CommandContext
  ) throws {
    if let output { try context.output.write(drawing, to: output) }
    if outputOptions.json {
      context.output.write(
        .object { json in
          json.write("format", format.rawValue)
          json.write("nodes", models)
          json.write("bytes", drawing.count)
          if let output {
            json.write("file", output)
          } else {
            json.write("text", String(decoding: drawing, as: UTF8.self))
          }
        })
    } else if let output {
      context.output.write(
        line: "\(output): \(counted(models, "model")), \(drawing.count) bytes")
    } else {
      context.output.write(drawing, as: format.lineForm)
    }
  }

  // MARK: What happened

  private func drawTimeline(in context: CommandContext) throws {
    let others: [(String, Bool)] = [
      ("--depth", depth != nil), ("--boxes", boxes != nil), ("--trace", !trace.isEmpty),
      ("--from", raiser != nil), ("--diff", older != nil), ("--to", to != nil),
    ]
    for (option, isThere) in others where isThere {
      throw ConsoleError.conflict(.timeline(option: option))
    }
    let format = format ?? output.flatMap { GraphFormat(fileName: $0) } ?? .svg
    if format != .svg { throw ConsoleError.conflict(.timeline(option: format.rawValue)) }
    if let limit, limit < 1 { throw ConsoleError.outOfRange(.rows(limit)) }
    if output == nil, outputOptions.outputName == nil, self.format == nil, !outputOptions.json,
      context.output.isTerminal
    {
      throw ConsoleError.missing(.drawingPlace)
    }
    try context.target.require(.journal)
    let look = try context.target.journal()
    let types = JournalTypes(of: look.contents)
    var filter = RecordFilter()
    if let moment = context.target.moment { filter.last = moment }
    if let since { filter.first = try since.first(in: look) }
    if let selector { filter.models = try JournalSubject(look, types).models(selector, context) }
    var budget = Timeline.Budget.screen
    if let limit { budget.rows = limit }
    let timeline = Timeline(
      filter.records(in: look.contents), of: look.contents, types, name: context.target.name,
      budget: budget)
    try answer(timeline.svg, as: .svg, models: timeline.laneCount, context)
    if let left = timeline.leftOut { context.output.note("note: \(left)") }
  }

  /// Draws a diagram, and says on standard error what takes long and what is not seen in the drawing.
  private func draw(
    _ diagram: Diagram, as format: GraphFormat, _ output: ConsoleOutput
  ) throws -> [UInt8] {
    let isPicture = format == .png || format == .pdf
    let takesLong =
      isPicture
      ? (500...Drawing.boxLimit).contains(diagram.boxCount)
      : diagram.boxCount > 20_000 && format != .layout
    if takesLong {
      output.note("drawing \(diagram.boxCount) boxes; this may take a few seconds")
    }
    let drawing = Drawing(diagram)
    let bytes = try drawing.bytes(as: format)
    if format == .png, !drawing.isLegibleAsPNG {
      output.note(
        "warning: letters are too small to be read in a PNG of this size; write SVG, fold with "
          + "--boxes N or --depth N, or draw a part with a selector")
    }
    if let note = diagram.foldNote {
      output.note("\(SafeText(note)); --boxes N draws up to N boxes")
    }
    return bytes
  }

  /// How many boxes are drawn.
  private var budget: BoxBudget { boxes.map { BoxBudget(boxes: $0) } ?? .screen }

  /// The format that `--format` names, else the file's name, else DOT.
  private func chosenFormat() throws -> GraphFormat {
    if let format { return format }
    guard let output else { return .dot }
    guard let known = GraphFormat(fileName: output) else {
      throw ConsoleError.missing(.drawingFormat(file: output))
    }
    return known
  }

  private func diagram(_ context: CommandContext) throws -> Diagram {
    guard let (old, new) = try comparedTrees(context) else {
      let state = try context.target.state()
      return Diagram(
        state.snapshot, root: try root(in: state.snapshot, context), depth: depth,
        route: try route(in: state, context), budget: budget)
    }
    if !trace.isEmpty || raiser != nil {
      throw ConsoleError.conflict(.differenceWithRoute)
    }
    return Diagram(
      TreeDifference(from: old, to: new, noting: context.output),
      names: (old.name.string, new.name.string), root: try root(in: new.snapshot, context),
      depth: depth, budget: budget)
  }

  /// The trees whose differences are drawn; nil where one tree is drawn.
  private func comparedTrees(
    _ context: CommandContext
  ) throws -> (old: ComparedTree, new: ComparedTree)? {
    if let to {
      if older != nil { throw ConsoleError.conflict(.treeAndMoment) }
      guard context.target.moment != nil else { throw ConsoleError.missing(.olderMoment) }
      return try MomentPair(to: to, in: context).trees
    }
    guard let older else { return nil }
    return (
      try .named(older.rawValue, context), .present(try context.target.state(), context)
    )
  }

  private func root(in snapshot: Snapshot, _ context: CommandContext) throws -> Int {
    try selector?.node(in: snapshot, noting: context.output) ?? 0
  }

  private func route(in state: TreeState, _ context: CommandContext) throws -> Route? {
    guard let reference = try trace.reference() else {
      if raiser != nil { throw ConsoleError.missing(.tracedMessage) }
      return nil
    }
    let resolved = try state.snapshot.resolve(reference, noting: context.output)
    return state.snapshot.route(
      of: resolved.message, raisedAt: try context.raiser(raiser, in: state))
  }
}
