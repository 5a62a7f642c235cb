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

/// `check` in the shell: one tree, or a folder of dumps.
struct CheckInShell: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Check.commandName, abstract: Check.abstract,
    discussion: """
      The status is 0 if all pass, 1 if a tree is not what a spec says, 2 if a spec or a dump cannot be \
      read. With a folder of dumps, each spec is checked against the dump of its name: \
      specs/dashboard.treespec against dumps/dashboard.json. If several dumps give a file of rules the \
      same result, it is shown once, with their number and the first of them. An unreadable dump doesn't \
      stop the rest, and the status is 2.

      \(Check.reading)

      EXAMPLES:
        modeltree check tree.json dashboard.treespec
        modeltree check app.journal history.treespec
        modeltree check dumps specs --unused reject
        modeltree check dumps specs --report github --report junit=specs.xml
        modeltree check tree.json dashboard.treespec --update=patch --dry-run
        modeltree check dumps specs --update=missing
        modeltree check dumps --rules rules.treespec --baseline known.txt
        modeltree print tree.json --as-spec > dashboard.treespec
      """)

  @Argument(
    help: "A dump, a folder of dumps, '-' for standard input, or a running app: @NAME.",
    completion: TargetWord.completion)
  var dump: String

  @OptionGroup var check: Check

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", check.names.contains("-") {
      throw ConsoleError("only one of the dump and the spec can come from standard input")
    }
    // A spec in place of the dump isn't read as one.
    if check.options.update != .missing {
      try SpecFiles.refuseDumps(among: check.names, dump: dump)
    }
    guard FileNames.isFolder(dump) else { return try check.run(on: dump, writingTo: output) }
    return try output.withProgress(of: Check.commandName) {
      var view = View(NoTarget(), output)
      var answer = try answer(view)
      answer.options = check.output.answerOptions
      try view.show(answer)
      return view.status
    }
  }

  /// Checks the dumps of the folder against the specs at the same relative paths, and against the rules.
  private func answer(_ view: View) throws -> Answer {
    let (names, options) = (check.names, check.options)
    if check.at != nil {
      throw ConsoleError("--at is a moment of one journal; name its file in place of the folder")
    }
    var runner = try CheckRunner(options, view, named: names)
    let files = try SpecFiles(names, folder: dump, makesSpecs: options.update == .missing)
    for pair in files.pairs where pair.dump == nil { runner.skip(pair.spec, missing: dump) }
    try runner.check(
      files.pairs.compactMap { pair in pair.dump.map { (pair.spec, NamedTree(file: $0)) } })
    if !names.isEmpty {
      if files.pairs.allSatisfy({ $0.dump == nil }) {
        throw ConsoleError("no dump in '\(dump)' has the name of a spec; nothing was checked")
      }
      runner.skip(dumps: files.idleDumps)
    }
    let trees = options.rules.isEmpty ? [] : try SpecFiles.dumps(in: dump)
    for file in options.rules {
      try runner.check(rules: file.rawValue, trees.map(NamedTree.init(file:)))
    }
    return try runner.answer()
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
