import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows the differences between two trees of a prompt.
struct Diff: FormattedQuestion {
  static let reading = """
    Lines begin with '-' for a removed model, '+' for an added one, '>' for a moved one and '~' \
    for a changed one; the models below a removed, added or moved one are counted on its line. Two \
    states of one live tree are matched by id, two dumps by equal subtrees, then type and label, \
    then type. Source lines are not compared. A path of more than 24 levels is shown as name and \
    id. Of a journal, the last tree is compared, and not what happened.

    With --json: equal; removed and added, each with id, type, path, below; moved, with old and \
    new (ids), type, from, to, below; changed, with old and new (ids), type, path, changes (what, \
    old, new, key for state, and oldAsOf and newAsOf (the record of a journal as of which a label or \
    state is, if that is before its moment); what is type, label, session, representation, handles, service, \
    raises or state); note, if a journal is compared. The ids of removed models are the older tree's.
    """
  static let commandName = "diff"
  static let abstract = "Show the differences between two trees: added, removed, moved, changed."
  static let explanation: String? = """
    The older tree is one that 'snapshot' remembered, or a dump's file; the newer one is the \
    present tree, or another of these. The status of a script is 1 if anything is different.

    \(reading)
    """
  static let examples = ["start", "start later --json", "before.json"]

  @Argument(help: "The older tree: a remembered name or a file; left out with --at and --to.")
  var old: TreeName?

  @Argument(help: "The newer tree; the present tree by default.")
  var new: TreeName?

  @OptionGroup var comparison: Comparison
  var output: OutputOptions { comparison.output }

  func answer(_ view: inout View) throws -> Answer {
    guard let old else {
      guard output.at != nil else {
        throw ConsoleError(
          "name the older tree, or two moments of one: diff --at 12 --to 40")
      }
      return try comparison.answer(view.moments(to: comparison.to), view)
    }
    if comparison.to != nil { throw Comparison.twoTreesAndMoment }
    let older = try ComparedTree.named(old.rawValue, in: view)
    let newer = try new.map { try .named($0.rawValue, in: view) } ?? ComparedTree.present(in: view)
    return try comparison.answer((older, newer), view)
  }
}

/// `diff` in the shell: two trees, or two moments of one journal.
struct DiffInShell: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Diff.commandName, abstract: Diff.abstract,
    discussion: """
      The status is 0 if the trees are equal, 1 if anything is different.

      \(Diff.reading)

      EXAMPLES:
        modeltree diff before.json after.json
        modeltree diff before.json - --json < after.json
        modeltree diff app.journal --at -10s --to -2s
      """)

  @Argument(
    help: "The older dump, '-' for standard input, or a running app.",
    completion: TargetWord.completion)
  var old: String

  @Argument(help: "The newer dump or running app.", completion: TargetWord.completion)
  var new: String?

  @OptionGroup var comparison: Comparison

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let at = comparison.output.at
    if new == nil, at == nil {
      throw ConsoleError(
        "name a second tree, or two moments of one: diff app.journal --at 12 --to 40")
    }
    if new != nil, comparison.to != nil || at != nil { throw Comparison.twoTreesAndMoment }
    if old == "-", new == "-" {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    var view = View(NoTarget(), output)
    var answer: Answer
    if let new {
      answer = try comparison.answer((.named(old, in: view), .named(new, in: view)), view)
    } else {
      view = View(try TargetWord(old).open(output.attendant), output)
      view.noteFaults()
      answer = try view.looking(at: at, needs: nil) { view in
        try comparison.answer(view.moments(to: comparison.to), view)
      }
    }
    answer.options = comparison.output.answerOptions
    try view.show(answer)
    return view.status
  }
}

/// The options of `diff` at a prompt and in the shell.
struct Comparison: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value(
      "moment", "Compare the moment of --at with this one, by default the last with a tree."))
  var to: MomentWord?

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  static let twoTreesAndMoment = ConsoleError(
    "two moments of one tree are compared, or two trees; leave the second tree out, or --at and --to"
  )

  func answer(_ trees: (old: ComparedTree, new: ComparedTree), _ view: View) throws -> Answer {
    let (old, new) = trees
    let difference = TreeDifference(from: old, to: new, in: view)
    if list.count { return .count(difference.count, hasFindings: !difference.isEmpty) }
    let report = DifferenceReport(difference)
    let (limit, limitInJSON) = (list.limits.number(view), list.limits.numberInJSON)
    var notes: [SafeText] = []
    if old.isLastOfJournal || new.isLastOfJournal {
      notes.append(
        "of a journal, only the last tree is compared; what happened may differ: 'journal' shows it"
      )
    }
    // A difference marks what it shows.
    if difference.isEmpty, [old, new].contains(where: { !$0.snapshot.columns.nodes.ages.isEmpty }) {
      notes.append(
        "some labels and states are known only as of an earlier record: 'print' marks them")
    }
    let note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    return Answer(hasFindings: !difference.isEmpty) {
      report.json(limit: limitInJSON, note: note)
    } text: { text in
      if difference.isEmpty {
        text.line("no difference between \(old.name) and \(new.name)")
      } else {
        text.line("\(old.name) → \(new.name): \(difference.summary)", .bold)
        report.write(to: &text, limit: limit)
      }
      if let note { text.line(note, .dim) }
    }
  }
}

extension View {
  /// The trees of two moments: the view's and another.
  ///
  /// - Parameter moment: The other moment; nil for the last one with a tree.
  func moments(to moment: MomentWord?) throws -> (old: ComparedTree, new: ComparedTree) {
    let look = try journal()
    let last = look.lastMoment ?? look.lastRecord
    func tree(_ number: Int) throws -> ComparedTree {
      let state = try look.state(at: number, name: name)
      return ComparedTree(name: "moment \(number)", snapshot: state.snapshot, tree: state.tree)
    }
    return (try tree(self.moment ?? last), try tree(moment?.number(in: look) ?? last))
  }
}
