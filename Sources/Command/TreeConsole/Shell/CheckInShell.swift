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
      read. With a folder of dumps, the specs of a folder are paired with the dumps of their names: \
      specs/dashboard.treespec with dumps/dashboard.json. A spec that is named itself holds for every dump \
      of the folder: a line whose message, raisers or service a dump lacks is skipped there, and fails if \
      all of them lack it. An unreadable dump doesn't stop the rest.

      \(Check.reading)

      EXAMPLES:
        modeltree check tree.json dashboard.treespec
        modeltree check app.journal history.treespec
        modeltree check dumps specs --strict
        modeltree check dumps rules.treespec
        modeltree check dumps specs --report github --report junit=specs.xml
        modeltree check tree.json dashboard.treespec --update --dry-run
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
    try SpecFiles.refuseDumps(among: check.names, dump: dump)
    guard FileNames.isFolder(dump) else { return try check.run(on: dump, writingTo: output) }
    var view = View(NoTarget(), output)
    var answer = try answer(view)
    answer.options = check.output.answerOptions
    try view.show(answer)
    return view.status
  }

  private func answer(_ view: View) throws -> Answer {
    if check.at != nil {
      throw ConsoleError("--at is a moment of one journal; name its file in place of the folder")
    }
    let options = check.options
    var runner = CheckRunner(options, view)
    let files = try SpecFiles(
      check.names, folder: dump, makesSpecs: options.update || options.dryRun)
    if options.update || options.dryRun, let spec = files.named.first {
      throw ConsoleError(
        "'\(spec)' holds for every dump; update it with one dump: check DUMP \(spec)")
    }
    if files.pairs.isEmpty, files.named.isEmpty {
      throw ConsoleError("no dump in '\(dump)' has the name of a spec; nothing was checked")
    }
    runner.skip(specs: files.unused, dumps: files.missing, of: dump)
    try runner.check(files.pairs.map { ($0.spec, NamedTree(file: $0.dump)) })
    for spec in files.named {
      try runner.check(files.dumps.map { (spec, NamedTree(file: $0)) }, isOfMany: true)
    }
    return try runner.answer()
  }
}
