import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// Prints the tree, as `printSessionTree` does in the app.
struct Print: AnsweringCommand {
  static let commandName = "print"
  static let abstract = "Print the tree, or the part below one model, as text."
  static let aliases = ["printSessionTree"]
  static let explanation: String? = """
    Marks: (R) the screen object that shows a model; (E), (B) and (Err) the global events, bubbles \
    and errors that it is registered for; (S) the services of a session; {…} its state; @ the file \
    and line of a subscription, and behind the last bar those of the creation; <- you are here, \
    which is the current model at a prompt.

    With --long each of these stands on a line of its own, with the marks of diagrams: ▲ an error, \
    △ a bubble, ▼ an event (in ASCII !, ^ and v); without another option, all are shown.

    The spec of a part says so in a comment: it is for a dump of that part, and the whole tree does \
    not pass it.
    """
  static let examples = [
    "--errors --events", "MainFlow --all --depth 2", "--long", "--as-spec > tree.treespec",
  ]

  @Argument(help: "The model to begin at; left out, the root.")
  var selector: ModelSelector?

  @Flag(help: "Show the errors that models are registered for, as domain and codes.")
  var errors = false

  @Flag(help: "Show those errors with their labels.")
  var errorsVerbose = false

  @Flag(help: "Show the bubbles that models are registered for.")
  var bubbles = false

  @Flag(help: "Show the global events that models are registered for.")
  var events = false

  @Flag(help: "Show which screen object shows a model.")
  var representations = false

  @Flag(help: "Show the services that sessions provide.")
  var services = false

  @Flag(help: "Show the file and line of each creation, and of each subscription shown.")
  var sources = false

  @Flag(help: "Show the state that models report.")
  var state = false

  @Flag(help: "Show all of this.")
  var all = false

  @Flag(help: "Show each of this on a line of its own, and what the marks mean.")
  var long = false

  @Option(help: ArgumentHelp("Mark this model with '<-'.", valueName: "selector"))
  var here: ModelSelector?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this many levels below the first.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Draw the branches in ASCII.")
  var ascii = false

  @Flag(help: "Write a tree spec that this tree passes, in place of the tree.")
  var asSpec = false

  @Flag(help: "In a spec: the order of siblings does not count.")
  var unordered = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try checkDepth(depth)
    let state = try context.target.state()
    let snapshot = state.snapshot
    let root = try selector?.node(in: snapshot, noting: context.output) ?? 0
    if asSpec {
      let path = root == 0 ? nil : NodePaths(snapshot).path(of: root)
      return try writeSpec(snapshot.part(from: root), below: path, in: context)
    }
    if unordered { throw ConsoleError.missing(.asSpec) }
    let here = try here(in: state, context)
    if output.json {
      return context.output.write(DumpLine(part: snapshot.part(from: root, depth: depth)))
    }
    let style = PrintStyle(
      ascii: ascii, color: output.isColored(context), long: long, depth: depth)
    let tree = PrintedTree(
      snapshot: snapshot, root: root, options: here == nil ? options : [options, .youAreHere],
      here: here, style: style)
    guard context.output.isTerminal else { return context.output.write(tree) }
    // Only what is whole in memory can be broken between words.
    var sink = MemorySink()
    tree.write(to: &sink)
    context.output.write(StyledText(written: sink.bytes, isColored: style.color))
  }

  /// The model to mark: the one that is named, else the current one of a prompt.
  private func here(in state: TreeState, _ context: CommandContext) throws -> Int? {
    if let here { return try here.node(in: state.snapshot, noting: context.output) }
    return context.session.here == nil ? nil : context.currentNode(in: state)
  }

  /// - Parameter path: The path of the model at which the part begins; nil for the whole tree.
  private func writeSpec(
    _ part: Snapshot, below path: SafeText?, in context: CommandContext
  ) throws {
    let others = [
      ("--json", output.json), ("--here", here != nil), ("--depth", depth != nil),
      ("--ascii", ascii), ("--long", long),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ConsoleError.conflict(.asSpec(option: name))
    }
    var options = SpecWriter.Options()
    options.isOrdered = !unordered
    options.includesState = state || all
    let spec = WrittenSpec(
      writer: try SpecWriter(part, options), title: part.name,
      comment: path.map { "of the part below \($0): check the dump of that part" })
    if let path {
      context.output.note(
        "a spec of the part below \(path), which the whole tree does not pass: check the dump of "
          + "that part, which 'print SELECTOR --json' writes")
    }
    context.output.write(spec)
  }

  private var options: PrintOptions {
    if all { return .all }
    let choices: [(Bool, PrintOptions)] = [
      (errors, .errors), (errorsVerbose, .errorsVerbose), (bubbles, .bubbles),
      (events, .globalEvents), (representations, .representation), (services, .services),
      (sources, .sources), (state, .state),
    ]
    let chosen: PrintOptions = choices.reduce(into: []) { options, choice in
      if choice.0 { options.insert(choice.1) }
    }
    return long && chosen.isEmpty ? .all : chosen
  }
}

/// A tree as its spec.
private struct WrittenSpec: WrittenAnswer {
  let form = InertLines.Form.text
  let writer: SpecWriter
  let title: String?
  let comment: String?

  func write(to sink: inout some ByteSink & ~Copyable) {
    writer.write(title: title, comment: comment, to: &sink)
  }
}

/// A tree as text.
private struct PrintedTree: WrittenAnswer {
  let form = InertLines.Form.text
  let snapshot: Snapshot
  let root: Int
  let options: PrintOptions
  let here: Int?
  let style: PrintStyle

  func write(to sink: inout some ByteSink & ~Copyable) {
    snapshot.print(from: root, options: options, here: here, style: style, to: &sink)
  }
}

/// A dump on a line of its own.
private struct DumpLine: WrittenAnswer {
  let part: Snapshot

  func write(to sink: inout some ByteSink & ~Copyable) {
    part.writeDump(.oneLine, to: &sink)
    sink.write(byte: UInt8(ascii: "\n"))
  }
}

/// Depths count levels below the first, so there is none below 0.
func checkDepth(_ depth: Int?) throws(ConsoleError) {
  if let depth, depth < 0 { throw .outOfRange(.depth(depth)) }
}
