import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// Checks the tree against specs.
struct Check: AnsweringCommand {
  static let commandName = "check"
  static let abstract = "Check the tree against specs: its shape, and where its messages go."
  static let reading = """
    A failing tree is shown as it is and as it should be: '-' is missing, '+' is extra, '~' is \
    different, '>' belongs elsewhere; for a message, the route that it takes instead.

    On a journal's file, or a running app that keeps one, lines may say what must never happen, and what \
    must always hold; --at MOMENT checks the tree as it was, and what happened until then. The tree of a \
    file is otherwise the last one, from before its session closed.

    'help specs' shows how specs are written; 'print --as-spec' writes one to begin with.

    --update=patch changes the lines of the tree that differ, and keeps comments, patterns, counts \
    that hold, captures, modes, routes and limits; with --routes it changes lines about messages that take \
    other routes, too. --update=overwrite keeps the title only, and \
    reports how many comments, limits and routes are gone. --update=missing writes the specs that are \
    not there. --dry-run shows the change as a unified diff; the status is 1 where there is one.

    --rules holds a file of rules, a spec without a tree, against every dump. What breaks a rule of \
    severity note is shown only; --write-baseline records what breaks rules, and --baseline takes it as \
    known. A line that applies to none of several dumps fails.

    A spec includes files of its own folder and those below, or of a folder of specs that is named; \
    --include-from names other folders.

    With --json: passed; specs, each with spec, dump, title, outcome (passed, failed, refused), \
    checks (line, name, outcome, file, rule, severity, reason, problem, differences, routes, details, \
    comment, moment, count, record, cause) or errors (line, column, message, file); unused; missing (dumps without a spec).
    """

  static let explanation: String? = """
    A script ends with status 1 where the tree is not what a spec says, 2 where a spec cannot be read.

    \(reading)
    """
  static let examples = [
    "specs/dashboard.treespec", "specs --report junit=specs.xml",
    "specs/dashboard.treespec --update=patch",
  ]

  @Argument(help: "Specs, and folders of them.", completion: .file(extensions: ["treespec"]))
  var specs: [InputFile] = []

  @OptionGroup var options: CheckOptions

  var output: OutputOptions { options.output }

  func validate() throws { try options.validate(hasSpecs: !specs.isEmpty) }

  func run(in context: CommandContext) throws {
    let names = specs.map(\.rawValue)
    var runner = try CheckRunner(options, context.output, help: "help \(Specs.name)", named: names)
    let specs = try SpecFiles(names, dump: nil).pairs.map(\.spec)
    let tree = try runner.tree(of: context, for: specs)
    let named = NamedTree(name: context.target.name) { tree }
    try runner.check(specs.map { ($0, named) })
    for file in options.rules { try runner.check(rules: file.rawValue, [named]) }
    try runner.finish(context)
  }
}

extension CheckRunner {
  /// The tree that a command looks at, with what happened where a spec or the rules ask for that.
  func tree(of context: CommandContext, for paths: [String]) throws -> CheckedTree {
    try CheckedTree(
      context.target, at: context.target.moment,
      withHistory: contains(paths, where: \.asksForJournal))
  }

  /// Answers after all is checked.
  ///
  /// - Throws: `ConsoleError.specsRefused` where a spec could not be used.
  mutating func finish(_ context: CommandContext) throws {
    switch try finish() {
    case .done: break
    case .found: context.hasFindings = true
    case .wrong: throw ConsoleError.specsRefused
    }
  }
}
