import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// `check` in the shell: a dump, a folder of them, a pattern or a list.
struct CheckDumps: ParsableCommand, ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Check.commandName, abstract: Check.abstract,
    discussion: """
      The status is 0 where all pass, 1 where a tree is not what a spec says, 2 where a spec or a \
      dump cannot be read. With a folder of dumps, each spec is checked against the dump of its name: \
      specs/dashboard.treespec to dumps/dashboard.json. With a pattern such as 'dumps/**/exam*.json', or a \
      list, each spec is checked against all dumps of its name. Where several dumps give a spec the same \
      result, it is shown once: of how many, and the first of them. A dump that cannot be read hides no \
      other, and the status is 2.

      \(Check.reading)

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
      """)

  @Argument(
    help:
      "The dump, a folder of dumps, a quoted pattern, '-' for standard input, or a running app: @NAME.",
    completion: TargetWord.completion)
  var dump: String

  @Argument(
    help: "Specs, and folders of them; their names end in .treespec.",
    completion: .file(extensions: ["treespec"]))
  var specs: [String] = []

  @Option(
    help: ArgumentHelp(
      "In place of the dump: a file with the names of dumps, one a line or with a zero byte behind "
        + "each; '-' is standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @OptionGroup var options: CheckOptions

  func validate() throws { try options.validate(hasSpecs: !specs.isEmpty) }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    output.beginProgress(of: Check.commandName)
    defer { output.progress?.end() }
    return try options.output.answering(to: output) { try check(output) }
  }

  private func check(_ output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-" || dump == DumpPaths.listOnStandardInput, specs.contains("-") {
      throw ConsoleError.conflict(.specOnStandardInput)
    }
    var runner = try CheckRunner(
      options, output, help: "modeltree help \(Specs.name)", named: specs)
    // The dumps of a folder have specs at the same places; those of a pattern or a list by their names.
    let isFolder = FileNames.isFolder(dump)
    let many = isFolder ? nil : try DumpPaths.many(dump)
    if many != nil, options.update != nil {
      throw ConsoleError.conflict(.manyDumps(option: "--update"))
    }
    let files =
      try many.map { try SpecFiles(specs, among: $0) }
      ?? SpecFiles(specs, dump: dump, makesSpecs: options.update == .missing)
    // One dump is read once; where it is wrong, no spec is to blame.
    if isFolder || many != nil, options.output.at != nil {
      throw ConsoleError.conflict(.momentOfFolder)
    }
    let shared =
      isFolder || many != nil ? nil : try named(runner, files.pairs.map(\.spec), output)
    let place = DumpPaths.shown(dump)
    func tree(_ path: String) -> NamedTree {
      NamedTree(name: path) { try shared ?? CheckedTree(contentsOfFile: path) }
    }
    for pair in files.pairs where pair.dump == nil { runner.skip(pair.spec, missing: place) }
    try runner.check(
      files.pairs.compactMap { pair in pair.dump.map { (pair.spec, tree($0)) } })
    if !specs.isEmpty {
      if files.pairs.allSatisfy({ $0.dump == nil }) {
        throw ConsoleError.noDumps(folder: place)
      }
      runner.skip(dumps: files.idleDumps)
    }
    let trees =
      try many ?? (isFolder && !options.rules.isEmpty ? SpecFiles.dumps(in: dump) : [dump])
    for file in options.rules {
      try runner.check(rules: file.rawValue, trees.map(tree))
    }
    return try runner.finish()
  }

  /// The one tree that is named, at the moment that an option names.
  private func named(
    _ runner: CheckRunner, _ specs: [String], _ output: ConsoleOutput
  ) throws -> CheckedTree {
    let target = try TargetWord(dump).open(noting: output)
    let context = CommandContext(target: target, output: output, isRepl: false)
    if options.output.at == nil, runner.contains(specs, where: \.asksForTree) {
      context.noteRemark()
    }
    return try context.looking(at: options.output.at, needs: nil) {
      try runner.tree(of: context, for: specs)
    }
  }
}
