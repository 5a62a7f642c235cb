import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Shows the differences between two trees of a prompt.
struct Diff: AnsweringCommand {
  static let commandName = "diff"
  static let abstract = "Show the differences between two trees: added, removed, moved, changed."
  static let explanation: String? = """
    The older tree is one that 'snapshot' remembered, or a dump's file; the newer one is the \
    present tree, or another of these. A script ends with status 1 where anything is different.

    \(DiffDumps.reading)
    """
  static let examples = ["start", "start later --json", "before.json"]

  @Argument(help: "The older tree: a remembered name, else a file; left out with --at and --to.")
  var old: TreeName?

  @Argument(help: "The newer one; left out, the present tree.")
  var new: TreeName?

  @OptionGroup var later: LaterMoment
  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    guard let old else {
      guard output.at != nil else { throw ConsoleError.missing(.olderTree) }
      let answer = try later.compare(in: context, output, list)
      if !answer.write(to: context.output) { context.hasFindings = true }
      return
    }
    if later.to != nil { throw ConsoleError.conflict(.treeAndMoment) }
    let older = try ComparedTree.named(old.rawValue, context)
    let newer =
      try new.map { try ComparedTree.named($0.rawValue, context) }
      ?? .present(context.target.state(), context)
    let answer = DiffAnswer(
      old: older, new: newer, options: output, list: list, limit: list.limits.number(context))
    let isEqual = answer.write(to: context.output)
    if !isEqual { context.hasFindings = true }
  }
}

/// The later one of two moments that are compared.
struct LaterMoment: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compare the moment of --at with this one; left out, with the end.", valueName: "moment"))
  var to: MomentWord?

  /// Compares the moment that is looked at with a later one.
  fileprivate func compare(
    in context: CommandContext, _ options: OutputOptions, _ list: ListOptions
  ) throws -> DiffAnswer {
    let look = try context.target.journal()
    let last = look.contents.records.upperBound - 1
    let first = context.target.moment ?? last
    let second = try to.map { try look.number(of: $0) } ?? last
    func tree(_ number: Int) throws -> ComparedTree {
      let state = try look.state(at: number, name: context.target.name).state
      return ComparedTree(name: "moment \(number)", snapshot: state.snapshot, tree: state.tree)
    }
    return DiffAnswer(
      old: try tree(first), new: try tree(second), options: options, list: list,
      limit: list.limits.number(context))
  }
}

/// The same for two dumps in the shell.
struct DiffDumps: ShellCommand {
  static let reading = """
    Lines begin with '-' for a removed model, '+' for an added one, '>' for a moved one and '~' \
    for a changed one; what is below a removed, added or moved model is counted on its line. Two \
    dumps are matched by path and shape, two states of one live tree by id. Lines of source are not \
    compared. A path of more than 24 levels is shown as name and id.

    With --json: equal; removed and added, each with id, type, path, below; moved, with old and \
    new (ids), type, from, to, below; changed, with old and new (ids), type, path, changes (what, \
    old, new, and key for state; what is type, label, session, representation, handles, service, \
    raises or state). The ids of removed models are the older tree's.
    """

  static let configuration = CommandConfiguration(
    commandName: Diff.commandName, abstract: Diff.abstract,
    discussion: """
      The status is 0 where the trees are equal, 1 where anything is different.

      \(reading)

      Two folders are compared dump by dump, by their names; equal differences are put together: in how \
      many dumps, and the first of them. With --json: dumps, unreadable (dump, error) and differences \
      (what, which is missing or extra for a whole dump, path, detail, dumps, first).

      EXAMPLES:
        modeltree diff before.json after.json
        modeltree diff before.json - --json < after.json
        modeltree diff build-1180 build-1181
        modeltree diff app.journal --at -10s --to -2s
      """)

  @Argument(
    help: "The older dump, '-' for standard input, or a running app (@NAME, @PID); or a folder.",
    completion: TargetWord.completion)
  var old: String

  @Argument(
    help: "The newer dump, or a running app; or a folder.", completion: TargetWord.completion)
  var new: String?

  @OptionGroup var later: LaterMoment
  @OptionGroup var list: ListOptions
  @OptionGroup var options: OutputOptions

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    guard let new else {
      guard options.at != nil else { throw ConsoleError.missing(.newerTree) }
      let context = CommandContext(
        target: try TargetWord(old).open(noting: output), output: output, isRepl: false)
      return try context.looking(at: options.at, needs: nil) {
        try options.answering(to: output) {
          try later.compare(in: context, options, list).write(to: output) ? .done : .found
        }
      }
    }
    if later.to != nil || options.at != nil { throw ConsoleError.conflict(.treeAndMoment) }
    if old == "-", new == "-" { throw ConsoleError.conflict(.dumpsOnStandardInput) }
    output.beginProgress(of: Diff.commandName)
    defer { output.progress?.end() }
    return try options.answering(to: output) {
      if let folders = DiffFolders(old, new) {
        return try folders.run(list, options, writingTo: output)
      }
      let answer = DiffAnswer(
        old: try .named(old, noting: output), new: try .named(new, noting: output),
        options: options, list: list,
        limit: list.limits.limit?.number ?? .max)
      return answer.write(to: output) ? .done : .found
    }
  }
}

/// The answer of both.
private struct DiffAnswer {
  let old: ComparedTree
  let new: ComparedTree
  let options: OutputOptions
  let list: ListOptions
  /// How many lines of one sort the text has.
  let limit: Int

  /// Writes the difference, and returns whether there is none.
  func write(to output: ConsoleOutput) -> Bool {
    let difference = TreeDifference(from: old, to: new, noting: output)
    if list.count {
      list.answer(difference.count, options, to: output)
      return difference.isEmpty
    }
    let report = DifferenceReport(difference)
    options.answer(to: output) {
      report.json(limit: list.limits.numberInJSON)
    } text: { text in
      if difference.isEmpty {
        text.line("no difference between \(old.name) and \(new.name)")
      } else {
        text.line("\(old.name) → \(new.name): \(difference.summary)", .bold)
        report.write(to: &text, limit: limit)
      }
    }
    return difference.isEmpty
  }
}
