import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// Checks the tree against specs.
struct Check: AnsweringCommand {
  static let commandName = "check"
  static let abstract = "Check the tree against specs: its shape, and where its messages go."
  static let explanation: String? = """
    A script ends with status 1 where the tree is not what a spec says, 2 where a spec cannot be read.

    \(CheckDumps.reading)
    """
  static let examples = [
    "specs/dashboard.treespec", "specs --report junit=specs.xml",
    "specs/dashboard.treespec --update=patch",
  ]

  @Argument(help: "Specs, and folders of them.", completion: .file(extensions: ["treespec"]))
  var specs: [String] = []

  @OptionGroup var options: CheckOptions

  var output: OutputOptions { options.output }

  func validate() throws { try options.validate(specs) }

  func run(in context: CommandContext) throws {
    var runner = try CheckRunner(options, context.output, help: "help \(Specs.name)")
    let tree = try CheckedTree(context.target, at: context.target.moment)
    for pair in try SpecFiles(specs, dump: nil).pairs {
      try runner.check(pair.spec, context.target.name) { tree }
    }
    for path in options.rules {
      try runner.check(
        rules: path, [RuledTree(name: context.target.name) { tree }])
    }
    try runner.finish(context)
  }
}

extension CheckRunner {
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

/// The same for dumps in the shell.
struct CheckDumps: ParsableCommand, ShellCommand {
  static let reading = """
    A failing tree is shown as it is and as it should be: '-' is missing, '+' is extra, '~' is \
    different, '>' belongs elsewhere; for a message, the route that it takes instead.

    On a journal's file, or a running app that keeps one, lines may say what must never happen, and what \
    must always hold; --at MOMENT checks the tree as it was, and what happened until then.

    'help specs' shows how specs are written; 'print --as-spec' writes one to begin with.

    --update=patch changes the lines of the tree that differ, and keeps comments, patterns, counts \
    that hold, captures, modes, routes and limits. --update=overwrite keeps the title only, and \
    reports how many comments, limits and routes are gone. --update=missing writes the specs that are \
    not there. --dry-run shows the change as a unified diff; the status is 1 where there is one.

    --rules holds a file of rules, a spec without a tree, against every dump. What breaks a rule of \
    severity note is shown only; --write-baseline records what breaks rules, and --baseline takes it as \
    known. A line that applies to none of several dumps fails.

    With --json: passed; specs, each with spec, dump, title, outcome (passed, failed, refused), \
    checks (line, name, outcome, file, rule, severity, reason, problem, differences, routes, details, \
    comment, moment, count, record, cause) or errors (line, column, message, file); unused; missing (dumps without a spec).
    """

  static let configuration = CommandConfiguration(
    commandName: Check.commandName, abstract: Check.abstract,
    discussion: """
      The status is 0 where all pass, 1 where a tree is not what a spec says, 2 where a spec or a \
      dump cannot be read. With a folder of dumps, each spec is checked against the dump of its name: \
      specs/dashboard.treespec to dumps/dashboard.json.

      \(reading)

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
    help: """
      The dump or journal, a folder of dumps, '-' for standard input, or a running app: @NAME, @PID.
      """,
    completion: TargetWord.completion)
  var dump: String

  @Argument(
    help: "Specs, and folders of them; their names end in .treespec.",
    completion: .file(extensions: ["treespec"]))
  var specs: [String] = []

  @OptionGroup var options: CheckOptions

  func validate() throws { try options.validate(specs) }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    output.beginProgress(of: Check.commandName)
    defer { output.progress?.end() }
    return try options.output.answering(to: output) { try check(output) }
  }

  private func check(_ output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", specs.contains("-") {
      throw ConsoleError.conflict(.specOnStandardInput)
    }
    var runner = try CheckRunner(options, output, help: "modeltree help \(Specs.name)")
    let files = try SpecFiles(specs, dump: dump, makesSpecs: options.update == .missing)
    // One dump is read once; where it is wrong, no spec is to blame.
    let isFolder = FileNames.isFolder(dump)
    if isFolder, options.output.at != nil { throw ConsoleError.conflict(.momentOfFolder) }
    let shared = isFolder ? nil : try named(output)
    for pair in files.pairs {
      guard let path = pair.dump else {
        runner.skip(pair.spec, missing: dump)
        continue
      }
      try runner.check(pair.spec, path) { try shared ?? CheckedTree(contentsOfFile: path) }
    }
    if !specs.isEmpty {
      if files.pairs.allSatisfy({ $0.dump == nil }) {
        throw ConsoleError.noDumps(folder: dump)
      }
      runner.skip(dumps: files.idleDumps)
    }
    let trees = options.rules.isEmpty ? [] : isFolder ? try SpecFiles.dumps(in: dump) : [dump]
    for path in options.rules {
      try runner.check(
        rules: path,
        trees.map { tree in
          RuledTree(name: tree) { try shared ?? CheckedTree(contentsOfFile: tree) }
        })
    }
    return try runner.finish()
  }

  /// The one tree that is named, at the moment that an option names.
  private func named(_ output: ConsoleOutput) throws -> CheckedTree {
    let target = try TargetWord(dump).open(noting: output)
    let context = CommandContext(target: target, output: output, isRepl: false)
    return try context.looking(at: options.output.at, needs: nil) {
      try CheckedTree(context.target, at: context.target.moment)
    }
  }
}
