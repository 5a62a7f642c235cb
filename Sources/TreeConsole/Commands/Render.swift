import ArgumentParser
import TextIO
import TreeAnalysis
import TreeGraph
import TreeSnapshot

/// Draws the tree with its subscriptions.
struct Render: InspectorCommand {
  static let commandName = "render"
  static let abstract = "Draw the tree with its subscriptions, as DOT, SVG, PNG or PDF."
  static let examples = [
    "-o tree.svg",
    "--trace error badToken --from '#8' -o trace.png",
    "MainFlow --depth 1 --format dot",
    "--diff before.json -o changes.svg",
  ]

  @Argument(help: "The model to begin at; the root where it is left out.")
  var selector: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write to this file, '-' for standard output; its ending names the format.",
      valueName: "file"),
    completion: .file())
  var outputName: String?

  @Option(help: ArgumentHelp("dot, svg, png or pdf; dot where nothing says.", valueName: "format"))
  var format: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw this many levels below the first.", valueName: "levels"))
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Draw the route of a message: its kind and its name.", valueName: "kind message"))
  var trace: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The model that raises it; in a REPL the current one where it is left out.",
      valueName: "selector"))
  var raiser: String?

  @Option(
    name: .customLong("diff"),
    help: ArgumentHelp(
      "Draw what is different from this older dump; in a REPL also from a remembered tree.",
      valueName: "old"),
    completion: .file())
  var older: String?

  @OptionGroup var outputOptions: OutputOptions

  /// The file to write; nil for standard output.
  private var output: String? { outputName == "-" ? nil : outputName }

  func run(in context: CommandContext) throws {
    try checkDepth(depth)
    let format = try chosenFormat()
    let state = try context.target.state()
    let snapshot = state.snapshot
    let root = try selector.map { try context.node($0, in: snapshot) } ?? 0
    let diagram = try diagram(of: state, root: root, context)

    if output == nil, format == .png || format == .pdf {
      if outputOptions.json || context.output.isTerminal {
        throw ConsoleError.missing(.drawingFile(format: format.rawValue))
      }
    }
    if format != .dot, diagram.nodeCount > 500, diagram.nodeCount <= Diagram.nodeLimit {
      context.output.note("drawing \(diagram.nodeCount) models; this may take a few seconds")
    }
    let drawing = try diagram.render(as: format)
    if let output { try WholeFile.write(drawing, to: output) }
    if outputOptions.json {
      context.output.write(json(diagram, format, drawing) + "\n")
    } else if let output {
      let models = counted(diagram.nodeCount, "model")
      context.output.write("\(SafeText.escape(output)): \(models), \(drawing.count) bytes\n")
    } else {
      context.output.write(drawing)
    }
  }

  /// `--format`, else what the file's name says, else DOT.
  private func chosenFormat() throws -> GraphFormat {
    if let format {
      guard let known = GraphFormat(rawValue: format.lowercased()) else {
        throw ConsoleError.unknown(.drawingFormat, format, nearest: nil)
      }
      return known
    }
    guard let output else { return .dot }
    guard let known = GraphFormat(fileName: output) else {
      throw ConsoleError.missing(.drawingFormat(file: output))
    }
    return known
  }

  private func diagram(of state: TreeState, root: Int, _ context: CommandContext) throws -> Diagram
  {
    guard let older else {
      return Diagram(
        state.snapshot, root: root, depth: depth, route: try route(in: state, context))
    }
    if trace != nil || raiser != nil {
      throw ConsoleError.conflict(.differenceWithRoute)
    }
    let old = try ComparedTree.named(older, context)
    let new = ComparedTree.present(state, context)
    return Diagram(
      TreeDifference(from: old, to: new, noting: context.output),
      names: (old.name, new.name),
      root: root, depth: depth)
  }

  private func route(in state: TreeState, _ context: CommandContext) throws -> Route? {
    guard let trace else {
      if raiser != nil { throw ConsoleError.missing(.tracedMessage) }
      return nil
    }
    let reference = try MessageReference(trace)
    let resolved = try state.snapshot.resolve(reference, noting: context.output)
    return state.snapshot.route(
      of: resolved.message, raisedAt: try context.raiser(raiser, in: state))
  }

  private func json(_ diagram: Diagram, _ format: GraphFormat, _ drawing: [UInt8]) -> String {
    var json = MemorySink()
    json.write("{\"format\": \"\(format.rawValue)\", \"nodes\": \(diagram.nodeCount), ")
    json.write("\"bytes\": \(drawing.count), ")
    if let output {
      json.write("\"file\": ")
      JSONString.write(output, to: &json)
    } else {
      json.write("\"text\": ")
      JSONString.write(String(decoding: drawing, as: UTF8.self), to: &json)
    }
    json.write("}")
    return json.text
  }

  /// Joins `--trace KIND NAME` into one word, so that what follows is no part of it.
  static func joiningTrace(_ words: [String]) -> [String] {
    var joined: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      var word = word
      if word == "--trace", let kind = rest.popFirst() { word = "--trace=\(kind)" }
      // A message in one word, in quotes, needs nothing more.
      if word.hasPrefix("--trace="), !word.contains(" "), let name = rest.first,
        !name.hasPrefix("-")
      {
        rest.removeFirst()
        word += " \(name)"
      }
      joined.append(word)
    }
    return joined
  }
}
