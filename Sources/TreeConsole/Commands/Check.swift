import ArgumentParser
import SpecLanguage
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSpec

/// Checks the tree against specs: one tree, or in the shell a folder of dumps, a pattern or a list.
struct Check: ManyDumpsQuestion {
  static let commandName = "check"
  static let abstract = "Check the tree against specs: its shape, and where its messages go."
  private static let reading = """
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
  static let shellDiscussion = """
    The status is 0 if all pass, 1 if a tree is not what a spec says, 2 if a spec or a dump cannot be \
    read. With a folder of dumps, each spec is checked against the dump of its name: \
    specs/dashboard.treespec against dumps/dashboard.json. With a pattern such as \
    'dumps/**/exam*.json', or a list, each spec is checked against all dumps of its name. If several \
    dumps give a spec the same result, it is shown once, with their number and the first of them. A \
    dump that cannot be read hides no other, and the status is 2.

    \(reading)

    EXAMPLES:
      modeltree check tree.json dashboard.treespec
      modeltree check app.journal history.treespec
      modeltree check dumps specs --unused reject
      modeltree check dumps specs --report github --report junit=specs.xml
      modeltree check tree.json dashboard.treespec --update=patch --dry-run
      modeltree check dumps specs --update=missing
      modeltree check dumps --rules rules.treespec --baseline known.txt
      modeltree check 'fleet/build-*/**/*.json' specs
      find . -name '*.json' | modeltree check --files-from - --rules rules.treespec
      modeltree print tree.json --as-spec > dashboard.treespec
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

  private var names: [String] { specs.map(\.rawValue) }

  func validate() throws { try options.validate(hasSpecs: !specs.isEmpty) }

  var isAboutPresentTree: Bool { false }

  func answer(_ view: inout View) throws -> Answer {
    let isShell = view.session == nil
    let dump = view.targetWord ?? view.name
    if isShell, dump == "-" { try refuseStandardInput() }
    var runner = try CheckRunner(options, view, named: names)
    try SpecFiles.refuseDumps(among: names, dump: isShell ? dump : nil)
    let specs = try SpecFiles.specs(names)
    if isShell, at == nil, runner.contains(specs, where: \.asksForTree) { view.noteRemark() }
    return try runner.answer(specs, in: view, called: isShell ? dump : view.name)
  }

  /// A folder's dumps have specs at the same relative paths; those of a pattern or a list have
  /// specs by name.
  func answer(manyDumps word: String, _ view: View) throws -> Answer? {
    if DumpPaths.isStandardInput(word) { try refuseStandardInput() }
    let isFolder = FileNames.isFolder(word)
    if options.update != .missing { try SpecFiles.refuseDumps(among: names, dump: word) }
    guard let dumps = isFolder ? [] : try DumpPaths.many(word) else { return nil }
    var runner = try CheckRunner(options, view, named: names)
    if !isFolder, options.update != nil {
      throw ConsoleError("--update goes with one dump, not with many")
    }
    let files =
      isFolder
      ? try SpecFiles(names, folder: word, makesSpecs: options.update == .missing)
      : try SpecFiles(names, among: dumps)
    if at != nil {
      throw ConsoleError("--at is a moment of one journal; name its file in place of the folder")
    }
    let place = DumpPaths.shown(word)
    for pair in files.pairs where pair.dump == nil { runner.skip(pair.spec, missing: place) }
    try runner.check(
      files.pairs.compactMap { pair in pair.dump.map { (pair.spec, NamedTree(file: $0)) } })
    if !names.isEmpty {
      if files.pairs.allSatisfy({ $0.dump == nil }) {
        throw ConsoleError("no dump in '\(place)' has the name of a spec; nothing was checked")
      }
      runner.skip(dumps: files.idleDumps)
    }
    let trees = try isFolder && !options.rules.isEmpty ? SpecFiles.dumps(in: word) : dumps
    for file in options.rules {
      try runner.check(rules: file.rawValue, trees.map(NamedTree.init(file:)))
    }
    return try runner.answer()
  }

  /// Refuses a spec on standard input if the dump is there.
  private func refuseStandardInput() throws(ConsoleError) {
    if !names.contains("-") { return }
    throw ConsoleError("only one of the dump and the spec can come from standard input")
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
