import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Shows the differences between two trees of a prompt.
struct Diff: AnsweringCommand {
  static let reading = """
    Lines begin with '-' for a removed model, '+' for an added one, '>' for a moved one and '~' \
    for a changed one; what is below a removed, added or moved model is counted on its line. Two \
    dumps are matched by path and shape, two states of one live tree by id. Lines of source are not \
    compared. A path of more than 24 levels is shown as name and id. Of a journal, the last tree is \
    compared, and not what happened.

    With --json: equal; removed and added, each with id, type, path, below; moved, with old and \
    new (ids), type, from, to, below; changed, with old and new (ids), type, path, changes (what, \
    old, new, key for state, and oldAsOf and newAsOf (the record of a journal as of which a label or \
    state is, if that is before its moment); what is type, label, session, representation, handles, service, \
    raises or state); note, where a journal is compared. The ids of removed models are the older tree's.
    """

  static let commandName = "diff"
  static let abstract = "Show the differences between two trees: added, removed, moved, changed."
  static let explanation: String? = """
    The older tree is one that 'snapshot' remembered, or a dump's file; the newer one is the \
    present tree, or another of these. A script ends with status 1 where anything is different.

    \(Self.reading)
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
      "Compare the moment of --at with this one; left out, with the last that has a tree.",
      valueName: "moment"))
  var to: MomentWord?

  /// Compares the moment that is looked at with a later one.
  func compare(
    in context: CommandContext, _ options: OutputOptions, _ list: ListOptions
  ) throws -> DiffAnswer {
    let (old, new) = try MomentPair(to: to, in: context).trees
    return DiffAnswer(
      old: old, new: new, options: options, list: list, limit: list.limits.number(context))
  }
}

/// The trees of two moments: of the one that is looked at, and of another.
struct MomentPair {
  let trees: (old: ComparedTree, new: ComparedTree)

  /// - Parameter moment: The other moment; nil for the last one with a tree, which a session that
  ///   closed leaves before the end.
  init(to moment: MomentWord?, in context: CommandContext) throws {
    let look = try context.target.journal()
    let last = look.lastMoment ?? look.contents.records.upperBound - 1
    func tree(_ number: Int) throws -> ComparedTree {
      let state = try look.state(at: number, name: context.target.name).state
      return ComparedTree(name: "moment \(number)", snapshot: state.snapshot, tree: state.tree)
    }
    trees = (
      try tree(context.target.moment ?? last),
      try tree(try moment.map { try look.number(of: $0) } ?? last)
    )
  }
}

/// The answer of both.
struct DiffAnswer {
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
      report.json(limit: list.limits.numberInJSON, note: note)
    } text: { text in
      if difference.isEmpty {
        text.line("no difference between \(old.name) and \(new.name)")
      } else {
        text.line("\(old.name) → \(new.name): \(difference.summary)", .bold)
        report.write(to: &text, limit: limit)
      }
      if let note { text.line(note, .dim) }
    }
    return difference.isEmpty
  }

  /// What is compared of journals; nil where none is.
  private var note: SafeText? {
    guard old.isLastOfJournal || new.isLastOfJournal else { return nil }
    return
      "of a journal, only the last tree is compared; what happened may differ: 'journal' shows it"
  }
}
