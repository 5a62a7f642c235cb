import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows the differences between two trees.
struct Diff: FormattedQuestion {
  static let commandName = "diff"
  static let abstract = "Show the differences between two trees: added, removed, moved, changed."
  static let explanation: String? = """
    The status is 0 if the trees are equal, 1 if anything is different. At a prompt, the older tree may be \
    one that 'snapshot' remembered, and the newer one is the present tree by default.

    Lines begin with '-' for a removed model, '+' for an added one, '>' for a moved one and '~' \
    for a changed one; the models below a removed, added or moved one are counted on its line. Two \
    states of one live tree are matched by id, two dumps by equal subtrees, then type and label, \
    then type. Source lines are not compared. A path of more than 24 levels is shown as name and \
    id. Of a journal, the last tree is compared, and not what happened.

    With --json: equal; removed and added, each with id, type, path, below; moved, with old and \
    new (ids), type, from, to, below; changed, with old and new (ids), type, path, changes (what, \
    old, new, key for state, and oldAsOf and newAsOf (the record of a journal as of which a label or \
    state is, if that is before its moment); what is label, session, open, representation, handles, \
    service, raises or state); note, if equal labels or states may be outdated. The ids of removed \
    models are the older tree's.
    """
  static let examples = [
    "before.json after.json", "before.json @App --json", "app.journal --at -10s --to -2s",
  ]

  @Argument(
    help: "The older tree: a dump, '-' for standard input, a running app, or a remembered name.")
  var old: TreeName?

  @Argument(help: "The newer tree; left out with --at and --to.")
  var new: TreeName?

  @Option(
    parsing: .unconditional,
    help: .value(
      "moment", "Compare the moment of --at with this one, by default the last with a tree."))
  var to: MomentWord?

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  /// Nil: `answer` chooses the moment, because in the shell the first word may name its journal.
  var at: MomentWord? { nil }

  func answer(_ view: inout View) throws -> Answer {
    var older = old
    if view.isShell, new == nil, let journal = old {
      view = View(try TargetWord(journal.rawValue).open(view.output.attendant), view.output)
      view.noteFaults()
      older = nil
    }
    guard let older else {
      guard output.at != nil else {
        let journal: SafeText = view.isShell ? " app.journal" : ""
        throw ConsoleError(
          "name a second tree, or two moments of one: diff\(journal) --at 12 --to 40")
      }
      return try view.looking(at: output.at, needs: nil) { view in
        let trees = try view.moments(to: to)
        return try answer(from: trees.old, to: trees.new, view)
      }
    }
    if to != nil || (view.isShell && output.at != nil) {
      throw ConsoleError(
        "two moments of one tree are compared, or two trees; leave the second tree out, or --at and --to"
      )
    }
    if older.rawValue == "-", new?.rawValue == "-" {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    return try view.looking(at: output.at, needs: nil) { view in
      try answer(
        from: .named(older.rawValue, in: view),
        to: new.map { try .named($0.rawValue, in: view) } ?? .present(in: view), view)
    }
  }

  private func answer(
    from old: ComparedTree, to new: ComparedTree, _ view: View
  ) throws -> Answer {
    let difference = TreeDifference(from: old, to: new, in: view)
    if count { return .count(difference.count, hasFindings: !difference.isEmpty) }
    let report = DifferenceReport(difference)
    let (limit, limitInJSON) = (limits.number(view), limits.numberInJSON)
    // A difference marks what it shows.
    let isOld =
      difference.isEmpty && [old, new].contains { !$0.snapshot.columns.nodes.ages.isEmpty }
    let note: SafeText? =
      isOld
      ? "some labels and states are known only as of an earlier record: 'print' marks them" : nil
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
