import ArgumentParser
import TextIO
import TreeLink
import TreeSpec

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
