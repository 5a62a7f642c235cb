import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// What `print` and `printSessionTree` show of a tree.
struct TreeDetails: ParsableArguments {
  @Argument(help: "The model to begin at; the root by default.")
  var selector: ModelSelector?

  @Flag(help: "Show the errors that models are registered for, as domain and codes.")
  var errors = false

  @Flag(help: "Show the bubbles that models are registered for.")
  var bubbles = false

  @Flag(help: "Show the global events that models are registered for.")
  var events = false

  @Flag(help: "Show which screen object shows a model.")
  var representations = false

  @Flag(help: "Show the services that sessions provide.")
  var services = false

  @Flag(help: "Show the file and line of creations and shown subscriptions.")
  var sources = false

  @Flag(help: "Show the state that models report.")
  var state = false

  @Flag(help: "Show the asynchronous work that models wait for.")
  var work = false

  @Flag(help: "Show all of this.")
  var all = false

  @Option(parsing: .unconditional, help: .value("levels", "Show this many levels below the first."))
  var depth: Int?

  @Flag(help: "Draw the branches in ASCII.")
  var ascii = false

  var options: PrintOptions {
    if all { return .all }
    let choices: [(Bool, PrintOptions)] = [
      (errors, .errors), (bubbles, .bubbles), (events, .globalEvents),
      (representations, .representation), (services, .services), (sources, .sources),
      (state, .state), (work, .work),
    ]
    return PrintOptions(choices.filter(\.0).map(\.1))
  }

  /// Prints the tree, or the part below the model.
  ///
  /// - Parameters:
  ///   - here: The model to mark; a prompt's current one by default.
  ///   - detailsBelow: Whether each detail has a line of its own.
  func answer(
    showing options: PrintOptions, here: ModelSelector? = nil, detailsBelow: Bool,
    _ output: OutputOptions, _ view: inout View
  ) throws -> Answer {
    try checkDepth(depth)
    let state = try view.state()
    let snapshot = state.snapshot
    let root = try selector?.node(in: snapshot) ?? 0
    var marked = try here?.node(in: snapshot)
    if marked == nil, view.prompt.here != nil { marked = view.currentNode(in: state) }
    let style = PrintStyle(
      ascii: ascii, color: output.isColored(view), depth: depth, detailsBelow: detailsBelow,
      columns: output.file == nil ? view.output.columns : nil)
    return Answer(
      json: .bytes(.json) { [depth] sink in
        snapshot.part(from: root, depth: depth).writeDump(.oneLine, to: &sink)
        sink.write(byte: UInt8(ascii: "\n"))
      },
      body: .bytes(.text) { [marked] sink in
        snapshot.print(
          from: root, options: marked == nil ? options : [options, .youAreHere], here: marked,
          style: style
        ) { sink.write($0) }
      })
  }
}

/// Prints the tree.
struct Print: FormattedQuestion {
  static let commandName = "print"
  static let abstract = "Print the tree, or a subtree."
  static let explanation: String? = """
    Marks: (R) the screen object that shows a model; (E), (B) and (Err) the global events, bubbles \
    and errors that it is registered for; (S) the services of a session; {…} its state; (W) \
    asynchronous work that it waits for; @ the file and line that created a model, a subscription, \
    or work; <- the current model of a prompt.

    With --all, each detail has a line of its own.

    'modeltree print @APP --json -o FILE' writes a dump of a running app, which every command reads.
    """
  static let examples = [
    "--errors --events", "MainFlow --all --depth 2", "--as-spec > tree.treespec",
  ]

  @OptionGroup var tree: TreeDetails

  @Flag(help: "Write a tree spec that this tree passes instead.")
  var asSpec = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    if asSpec { return try spec(view.state().snapshot, view) }
    return try tree.answer(
      showing: tree.options, detailsBelow: tree.all, output, &view)
  }

  private func spec(_ snapshot: Snapshot, _ view: View) throws -> Answer {
    if output.json || tree.ascii || tree.depth != nil {
      throw ConsoleError("--as-spec writes a whole spec; leave --json, --ascii and --depth out")
    }
    let root = try tree.selector?.node(in: snapshot) ?? 0
    let part = snapshot.part(from: root)
    let writer: SpecWriter
    do { writer = try SpecWriter(part, includesState: tree.state || tree.all) } catch {
      throw ConsoleError(error.faults[0].message)
    }
    if root > 0 {
      view.note(
        "a spec of the part below \(NodePaths(snapshot).path(of: root)), which the whole tree does not "
          + "pass: check the dump of that part, which 'print SELECTOR --json' writes")
    }
    return Answer(body: .bytes(.text) { $0.write(writer.text(title: part.name)) })
  }
}

/// Prints the tree as the app's own function of that name does: everything on the model's line.
struct PrintSessionTree: FormattedQuestion {
  static let commandName = "printSessionTree"
  static let abstract = "Print the tree as the app's own function of that name does."
  static let explanation: String? =
    "The marks are those of 'print'; all details of a model stand on its line."
  static let examples = ["--errors-verbose --here MainFlow"]

  @OptionGroup var tree: TreeDetails

  @Flag(help: "Show the errors that models are registered for, with their labels.")
  var errorsVerbose = false

  @Option(help: .value("selector", "Mark this model with '<-'."))
  var here: ModelSelector?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try tree.answer(
      showing: errorsVerbose ? [tree.options, .errorsVerbose] : tree.options, here: here,
      detailsBelow: false, output, &view)
  }
}

/// Checks a maximum number of levels.
func checkDepth(_ depth: Int?) throws(ConsoleError) {
  if let depth, depth < 0 {
    throw ConsoleError("--depth \(depth): give the number of levels to show, 0 or more")
  }
}
