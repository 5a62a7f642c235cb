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
  static let explanation: String? = """
    The status of a script is 1 if a tree is not what a spec says, 2 if a spec or a dump can't be read.

    In a shell, the target may be a folder of dumps, and the specs of a folder are paired with the dumps \
    of their names: specs/dashboard.treespec with dumps/dashboard.json. A spec that is named itself \
    holds for every dump of the folder: a line whose message, raisers or service a dump lacks is \
    skipped there, and fails if all of them lack it. An unreadable dump doesn't stop the rest.

    A failing tree is shown as it is and as it should be: '-' is missing, '+' is extra, '~' is \
    different, '>' belongs elsewhere. A failing message is shown with its route, and the line that would \
    pass.

    With a journal's file, or a running app that keeps one, specs may say what must never happen; --at \
    MOMENT checks the tree as it was, and what happened until then. By default, the tree of a journal's \
    file is its last one.

    --update changes the lines of the tree that differ, keeps patterns, counts, captures and comments \
    that still hold, and writes specs that are missing. Lines about messages are never changed. --dry-run \
    shows the change as a unified diff; the status is 1 if there is one.

    'help specs' shows how specs are written; 'print --as-spec' writes one to begin with.

    With --json: passed; specs, each with spec, dump, title, outcome (passed, failed, refused), \
    checks (line, name, kind, outcome, problem, differences, routes, details, passing, moment, \
    count, record, cause) and errors (file, line, column, message); unused (specs without a dump); \
    missing (dumps without a spec).
    """
  static let examples = [
    "specs/dashboard.treespec", "specs --report junit=specs.xml",
    "specs/dashboard.treespec --update",
  ]

  @Argument(
    help: "Specs, and folders of them; their names end in .treespec.",
    completion: .file(extensions: ["treespec"]))
  var specs: [InputFile]

  @OptionGroup var options: CheckOptions
  var output: OutputOptions { options.output }

  var names: [String] { specs.map(\.rawValue) }

  var isAboutPresentTree: Bool { false }

  func answer(_ view: inout View) throws -> Answer {
    var runner = CheckRunner(options, view)
    let specs = try SpecFiles.specs(names)
    if view.isShell, at == nil, runner.contains(specs, where: \.asksForTree) { view.noteRemark() }
    return try runner.answer(specs, in: view)
  }
}

extension CheckRunner {
  /// Checks the tree of a view against specs.
  mutating func answer(_ specs: [String], in view: View) throws -> Answer {
    let tree = try CheckedTree(view, withHistory: contains(specs, where: \.asksForJournal))
    let name = view.isShell ? view.targetWord ?? view.name : view.name
    try check(specs.map { ($0, NamedTree(name: name) { tree }) })
    return try answer()
  }
}
