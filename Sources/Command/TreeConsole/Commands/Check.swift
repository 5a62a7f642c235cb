import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSpec

/// Checks the tree against specs.
struct Check: FormattedQuestion {
  static let commandName = "check"
  static let abstract = "Check the tree against specs: its shape, and where its messages go."
  static let reading = """
    A failing tree is shown as it is and as it should be: '-' is missing, '+' is extra, '~' is \
    different, '>' belongs elsewhere; for a message, the route that it takes instead.

    With a journal's file, or a running app that keeps one, specs may define what must never happen, \
    and what must always hold; --at MOMENT checks the tree as it was, and what happened until then. \
    By default, the tree of a file is its last one, from before its session closed.

    'help specs' shows how specs are written; 'print --as-spec' writes one to begin with.

    --update=patch changes the lines of the tree that differ, and keeps comments, patterns, counts \
    that hold, captures, modes, routes and limits; with --routes it also changes lines about messages \
    that take other routes. --update=overwrite keeps the title only, and reports how many comments, \
    limits and routes are gone. --update=missing writes the specs that are missing. --dry-run shows \
    the change as a unified diff; the status is 1 if there is one.

    --rules checks a file of rules, a spec without a tree, against every dump. Violations of rules \
    with severity note are only shown; --write-baseline records violations, and --baseline takes \
    them as known. A line that applies to none of several dumps fails.

    A spec includes files of its own folder and those below, or of a folder of specs that is named; \
    --include-from names other folders.

    With --json: passed; specs, each with spec, dump, title, outcome (passed, failed, refused), \
    checks (line, name, outcome, file, rule, severity, reason, problem, differences, routes, details, \
    comment, moment, count, record, cause) or errors (line, column, message, file); unused; missing \
    (dumps without a spec).
    """
  static let explanation: String? = """
    The status of a script is 1 if the tree is not what a spec says, 2 if a spec cannot be read.

    \(reading)
    """
  static let examples = [
    "specs/dashboard.treespec", "specs --report junit=specs.xml",
    "specs/dashboard.treespec --update=patch",
  ]

  @Argument(
    help: "Specs, and folders of them; their names end in .treespec.",
    completion: .file(extensions: ["treespec"]))
  var specs: [InputFile] = []

  @OptionGroup var options: CheckOptions
  var output: OutputOptions { options.output }

  var names: [String] { specs.map(\.rawValue) }

  func validate() throws { try options.validate(hasSpecs: !specs.isEmpty) }

  var isAboutPresentTree: Bool { false }

  func answer(_ view: inout View) throws -> Answer {
    let isShell = view.isShell
    let dump = view.targetWord ?? view.name
    var runner = try CheckRunner(options, view, named: names)
    try SpecFiles.refuseDumps(among: names, dump: isShell ? dump : nil)
    let specs = try SpecFiles.specs(names)
    if isShell, at == nil, runner.contains(specs, where: \.asksForTree) { view.noteRemark() }
    return try runner.answer(specs, in: view, called: isShell ? dump : view.name)
  }
}

extension CheckRunner {
  /// Checks the tree of a view against specs and rules.
  mutating func answer(_ specs: [String], in view: View, called name: String) throws -> Answer {
    let tree = try CheckedTree(view, withHistory: contains(specs, where: \.asksForJournal))
    let named = NamedTree(name: name) { tree }
    try check(specs.map { ($0, named) })
    for file in options.rules { try check(rules: file.rawValue, [named]) }
    return try answer()
  }
}
