import ArgumentParser
import TextIO
import TreeAnalysis
import TreeComparison
import TreeGraph
import TreeJournal
import TreeSnapshot

extension GraphFormat: ExpressibleByArgument {
  /// Parses the name of a format, ignoring case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }

  /// The format of a drawing's lines.
  fileprivate var lineForm: InertLines.Form {
    switch self {
    case .dot, .svg: .text
    case .layout: .json
    case .png, .pdf: .verbatim
    }
  }

  fileprivate var isPicture: Bool { self == .png || self == .pdf }
}

/// Draws the tree with its subscriptions.
struct Render: Question {
  static let commandName = "render"
  static let abstract =
    "Draw the tree with its subscriptions, as DOT, SVG, PNG or PDF, or lay it out."
  static let examples = [
    "-o tree.svg", "--trace error badToken --from '#8' -o trace.png",
    "MainFlow --depth 1 --format dot", "--boxes 5000 -o all.svg",
    "--diff before.json -o changes.svg", "--timeline --since -10s -o story.svg",
    "--timeline --diff good.journal -o parting.svg",
    "--at 12 --to 40 -o changes.svg",
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
      Draw at most this many boxes, by default 300 with lists of leaves and 1000 in all, or 30 with \
      --trace: above, leaves that are alike are folded into one box, then the deepest levels.
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
    help: .value(
      "old",
      "Draw the differences from this older dump or remembered tree; with --timeline, this older run."
    ))
  var older: TreeName?

  @Flag(
    help: """
      Draw what happened, from the journal: models as lanes, messages as arrows, time downwards, as \
      SVG; with a selector, only what these models did, or what was done to them. At most 60 rows \
      with 14 models are drawn, and what is left out is counted. With --diff, where two runs part, as \
      'compare' has it: what is alike is folded, then each run has a lane.
      """)
  var timeline = false

  @Option(parsing: .unconditional, help: .value("moment", "Begin the timeline at this moment."))
  var since: MomentWord?

  @Option(help: .value("number", "Draw at most this many rows of the timeline, the last ones."))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: .value("moment", "Draw the differences from the moment of --at to this one."))
  var to: MomentWord?

  @OptionGroup var outputOptions: OutputOptions

  /// The file to write; nil for standard output.
  private var file: String? { outputOptions.file }

  var at: MomentWord? { outputOptions.at }

  func answer(_ view: inout View) throws -> Answer {
    try checkDepth(depth)
    if let boxes, boxes < 1 {
      throw ConsoleError("--boxes \(boxes): give the number of boxes to draw at most, 1 or more")
    }
    if timeline { return try drawTimeline(in: view) }
    for (option, isThere) in [("--since", since != nil), ("--limit", limit != nil)] where isThere {
      throw ConsoleError("\(option) goes with --timeline; add that")
    }
    let format = try chosenFormat()
    try checkPlace(view)
    let diagram = try diagram(&view)
    if file == nil, format.isPicture, outputOptions.json || view.output.isTerminal {
      throw ConsoleError(
        "\(format.rawValue.uppercased()) is not text; name a file: -o tree.\(format.rawValue)")
    }
    let drawing = try draw(diagram, as: format, view)
    return try answer(drawing, as: format, models: diagram.nodeCount, view)
  }

  /// Refuses to show a drawing on a terminal, unless a text format is requested.
  private func checkPlace(_ view: View) throws {
    if outputOptions.outputName == nil, format == nil, !outputOptions.json, view.output.isTerminal {
      throw ConsoleError(
        "name a file for the drawing: render -o tree.svg; 'render --format dot' shows its text")
    }
  }

  /// Writes a drawing's file, and answers with the drawing or the file's name.
  private func answer(
    _ drawing: [UInt8], as format: GraphFormat, models: Int, _ view: View
  ) throws -> Answer {
    let file = file
    if let file { try view.output.write(drawing, to: file) }
    var answer = Answer(
      json: .json {
        .object { json in
          json.write("format", format.rawValue)
          json.write("nodes", models)
          json.write("bytes", drawing.count)
          if let file {
            json.write("file", file)
          } else {
            json.write("text", String(decoding: drawing, as: UTF8.self))
          }
        }
      },
      body: file.map { file in
        .text { $0.line("\(file): \(counted(models, "model")), \(drawing.count) bytes") }
      }
        ?? .bytes(format.lineForm) { sink in
          sink.write(drawing)
        })
    answer.options.isJSON = outputOptions.json
    return answer
  }

  private func drawTimeline(in view: View) throws -> Answer {
    let others: [(String, Bool)] = [
      ("--depth", depth != nil), ("--boxes", boxes != nil), ("--trace", !trace.isEmpty),
      ("--from", raiser != nil), ("--to", to != nil),
    ]
    let format = format ?? file.flatMap { GraphFormat(fileName: $0) } ?? .svg
    if let other = others.first(where: \.1)?.0 ?? (format == .svg ? nil : format.rawValue) {
      throw ConsoleError("a timeline is drawn as SVG, without \(other); leave that out")
    }
    if let limit, limit < 1 {
      throw ConsoleError("--limit \(limit): give the number of rows to draw at most, 1 or more")
    }
    try checkPlace(view)
    if let older { return try drawLanes(from: older, in: view) }
    let look = try view.journal()
    let types = JournalTypes(of: look.contents)
    var filter = RecordFilter()
    if let moment = view.moment { filter.last = moment }
    if let since { filter.first = try since.first(in: look) }
    if let selector { filter.models = try JournalSubject(look, types).models(selector, in: view) }
    var budget = Timeline.Budget.screen
    if let limit { budget.rows = limit }
    let timeline = Timeline(
      filter.records(in: look.contents), of: look.contents, types, name: view.name, budget: budget)
    let answer = try answer(timeline.svg, as: .svg, models: timeline.laneCount, view)
    if let left = timeline.leftOut { view.note("note: \(left)") }
    return answer
  }

  /// Draws where the journal and an older one part.
  private func drawLanes(from older: TreeName, in view: View) throws -> Answer {
    let others = [
      ("a selector", selector != nil), ("--since", since != nil), ("--at", outputOptions.at != nil),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw ConsoleError("whole runs are compared, without \(other); leave that out")
    }
    let (old, new) = try (ComparedRun(named: older.rawValue, view), ComparedRun(of: view))
    let comparison = RunComparison(
      old.contents, new.contents, rules: ComparisonRules().running(old, new))
    let lanes = ComparisonReport(comparison, old, new).lanes(limit: limit ?? RunLanes.usualLines)
    return try answer(lanes.svg, as: .svg, models: 2, view)
  }

  /// Draws a diagram, and notes slow steps and omitted parts.
  private func draw(_ diagram: Diagram, as format: GraphFormat, _ view: View) throws -> [UInt8] {
    let takesLong =
      format.isPicture
      ? (500...Drawing.boxLimit).contains(diagram.boxCount)
      : diagram.boxCount > 20_000 && format != .layout
    if takesLong {
      view.note("drawing \(diagram.boxCount) boxes; this may take a few seconds")
    }
    let drawing = Drawing(diagram)
    let bytes = try drawing.bytes(as: format)
    if format == .png, !drawing.isLegibleAsPNG {
      view.note(
        "warning: letters are too small to read in a PNG of this size; write SVG, fold with "
          + "--boxes N or --depth N, or draw a part with a selector")
    }
    if let note = diagram.foldNote {
      view.note("\(SafeText(note)); --boxes N draws up to N boxes")
    }
    return bytes
  }

  /// The format of `--format`, or of the file's name, or DOT.
  private func chosenFormat() throws -> GraphFormat {
    if let format { return format }
    guard let file else { return .dot }
    if let format = GraphFormat(fileName: file) { return format }
    throw ConsoleError(
      "the name '\(file)' does not tell the format; write dot, svg, png or pdf with --format")
  }

  private func diagram(_ view: inout View) throws -> Diagram {
    let budget =
      boxes.map { BoxBudget(boxes: $0) } ?? (trace.isEmpty || depth != nil ? .screen : .route)
    guard let (old, new) = try comparedTrees(view) else {
      let state = try view.state()
      return Diagram(
        state.snapshot, root: try root(in: state.snapshot, view), depth: depth,
        route: try route(in: state, &view), budget: budget)
    }
    if !trace.isEmpty || raiser != nil {
      throw ConsoleError("--diff and --to draw no route; leave --trace and --from out, or these")
    }
    return Diagram(
      TreeDifference(from: old, to: new, in: view),
      names: (FileNames.last(of: old.name.string), FileNames.last(of: new.name.string)),
      root: try root(in: new.snapshot, view), depth: depth, budget: budget)
  }

  /// The trees whose differences to draw; nil for one tree.
  private func comparedTrees(_ view: View) throws -> (old: ComparedTree, new: ComparedTree)? {
    if let to {
      if older != nil { throw Comparison.twoTreesAndMoment }
      if view.moment == nil {
        throw ConsoleError("name the moment to compare with, too: --at 12 --to 40")
      }
      return try view.moments(to: to)
    }
    return try older.map { (try .named($0.rawValue, in: view), try .present(in: view)) }
  }

  private func root(in snapshot: Snapshot, _ view: View) throws -> Int {
    try selector?.node(in: snapshot, noting: view.output) ?? 0
  }

  private func route(in state: TreeState, _ view: inout View) throws -> Route? {
    guard let reference = try trace.reference() else {
      if raiser != nil { throw ConsoleError("--from needs a message: --trace KIND NAME") }
      return nil
    }
    let resolved = try state.snapshot.resolve(reference, noting: view.output)
    return state.snapshot.route(of: resolved.message, raisedAt: try view.raiser(raiser, in: state))
  }
}
