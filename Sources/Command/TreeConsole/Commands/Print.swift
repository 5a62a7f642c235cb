import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// Prints the tree, like `printSessionTree` in the app.
struct Print: FormattedQuestion {
  static let commandName = "print"
  static let abstract = "Print the tree, or the part below one model, as text."
  static let aliases = ["printSessionTree"]
  static let explanation: String? = """
    Marks: (R) the screen object that shows a model; (E), (B) and (Err) the global events, bubbles \
    and errors that it is registered for; (S) the services of a session; {…} its state; (W) \
    asynchronous work that it waits for; @ the file and line of a subscription or of work, and after \
    the last bar those of the creation; <- you are here, \
    which is the current model at a prompt.

    The spec of a part is for a dump of that part: the whole tree does not pass it.
    """
  static let examples = [
    "--errors --events", "MainFlow --all --depth 2", "--as-spec > tree.treespec",
  ]

  @Argument(help: "The model to begin at; the root by default.")
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

  @Flag(help: "Show the file and line of creations and shown subscriptions.")
  var sources = false

  @Flag(help: "Show the state that models report.")
  var state = false

  @Flag(help: "Show the asynchronous work that models wait for.")
  var work = false

  @Flag(help: "Show all of this.")
  var all = false

  @Option(help: .value("selector", "Mark this model with '<-'."))
  var here: ModelSelector?

  @Option(parsing: .unconditional, help: .value("levels", "Show this many levels below the first."))
  var depth: Int?

  @Flag(help: "Draw the branches in ASCII.")
  var ascii = false

  @Flag(help: "Write a tree spec that this tree passes instead.")
  var asSpec = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try checkDepth(depth)
    let state = try view.state()
    let snapshot = state.snapshot
    let root = try selector?.node(in: snapshot, noting: view.output) ?? 0
    if asSpec { return try spec(of: snapshot, from: root, view) }
    let here = try here(in: state, &view)
    let style = PrintStyle(ascii: ascii, color: output.isColored(view), depth: depth)
    let (depth, options) = (depth, here == nil ? options : [options, .youAreHere])
    return Answer(
      json: .bytes(.json) { sink in
        snapshot.part(from: root, depth: depth).writeDump(.oneLine, to: &sink)
        sink.write(byte: UInt8(ascii: "\n"))
      },
      body: .bytes(.text, folds: true) { sink in
        snapshot.print(from: root, options: options, here: here, style: style) { sink.write($0) }
      })
  }

  /// The model to mark: the given one, or a prompt's current one.
  private func here(in state: TreeState, _ view: inout View) throws -> Int? {
    if let here { return try here.node(in: state.snapshot, noting: view.output) }
    return view.prompt.here == nil ? nil : view.currentNode(in: state)
  }

  private func spec(of snapshot: Snapshot, from root: Int, _ view: View) throws -> Answer {
    let others = [
      ("--json", output.json), ("--here", here != nil), ("--depth", depth != nil),
      ("--ascii", ascii),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ConsoleError("\(name) does not go with --as-spec, which writes the whole; leave it out")
    }
    let part = snapshot.part(from: root)
    let writer: SpecWriter
    do { writer = try SpecWriter(part, includesState: state || all) } catch {
      throw ConsoleError(error.faults[0].message)
    }
    var comment: String?
    if root > 0 {
      let path = NodePaths(snapshot).path(of: root)
      comment = "of the part below \(path): check the dump of that part"
      view.note(
        "a spec of the part below \(path), which the whole tree does not pass: check the dump of "
          + "that part, which 'print SELECTOR --json' writes")
    }
    return Answer(
      body: .bytes(.text) { [comment] in
        writer.write(title: part.name, comment: comment, to: &$0)
      })
  }

  private var options: PrintOptions {
    if all { return .all }
    let choices: [(Bool, PrintOptions)] = [
      (errors, .errors), (errorsVerbose, .errorsVerbose), (bubbles, .bubbles),
      (events, .globalEvents), (representations, .representation), (services, .services),
      (sources, .sources), (state, .state), (work, .work),
    ]
    return PrintOptions(choices.filter(\.0).map(\.1))
  }
}

/// Checks a maximum number of levels.
func checkDepth(_ depth: Int?) throws(ConsoleError) {
  if let depth, depth < 0 {
    throw ConsoleError("--depth \(depth): give the number of levels to show, 0 or more")
  }
}
