import ArgumentParser
import LineEditing
import TextIO
import TreeAnalysis
import TreeComparison
import TreeJournal
import TreeSnapshot

/// Compares what happened in two runs, at a prompt.
struct Compare: FormattedQuestion {
  static let reading = """
    Records are matched by what led to them, and models by their parents, types and order and by what \
    made them. Numbers, times, ids and lines of code don't count, nor does the order of answers that \
    don't depend on each other. 'led to' follows recorded causes alone. Labels and states count before each \
    record without a cause that both runs have, such as an action, and at the end, unless they may be \
    older. So do models that have left, and are alive at the end of one run alone.

    With --json: equal; alike, the number of records before the first difference; first, with old, new, \
    what, context (old, new), inputs (old, new: the last actions before it); consequences (old, new); \
    others, each also with count; reordered, a number; notes. A record is one of 'journal --json' with \
    the path and type of its model as of that moment, and a sentence. what is missing, extra, replaced, \
    order, outcome, handler, receivers, model, unfinished, input, text, vocabulary, slower, rate (old and \
    new with perSecond), state, leak or start.
    """
  static let commandName = "compare"
  static let abstract =
    "Show where two runs part: what went differently first, and what that led to."
  static let explanation: String? = """
    The older run is a journal's file or a running app; the newer one is the present journal, or another \
    of these. The status of a script is 1 if anything is different.

    \(reading)
    """
  static let examples = ["good.journal", "good.journal bad.journal --json"]

  @Argument(help: "The older run: a journal or a running app.")
  var old: TreeName

  @Argument(help: "The newer run; the present journal by default.")
  var new: TreeName?

  @OptionGroup var comparison: RunOptions
  var output: OutputOptions { comparison.output }

  func answer(_ view: inout View) throws -> Answer {
    let older = try ComparedRun(named: old.rawValue, view)
    let newer = try new.map { try ComparedRun(named: $0.rawValue, view) } ?? ComparedRun(of: view)
    return try comparison.answer(older, newer, view)
  }
}

/// `compare` in the shell.
struct CompareInShell: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Compare.commandName, abstract: Compare.abstract,
    discussion: """
      The status is 0 if nothing is different, 1 if anything is.

      \(Compare.reading)

      The journals of two folders are compared by their names; alike differences are put together: in \
      how many journals, and the first of them. With --json: dumps (how many journals), unreadable and \
      differences (what, detail, dumps, first; with --bisect also build).

      EXAMPLES:
        modeltree compare good.journal bad.journal
        modeltree compare good.journal @App
        modeltree compare good.journal bad.journal --ignore AppEvent.tick --slower 5x
        modeltree compare good.journal bad.journal --rules compare.rules --json
        modeltree compare runs-of-1180 runs-of-1181
        modeltree compare --bisect runs-by-build
      """)

  @Argument(help: "The older run: a journal or a running app.", completion: TargetWord.completion)
  var old: String

  @Argument(help: "The newer run.", completion: TargetWord.completion)
  var new: String?

  @Flag(
    help:
      "Name the first build in which each run parts from the first build's; OLD holds the builds.")
  var bisect = false

  @OptionGroup var comparison: RunOptions

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if old == "-", new == "-" {
      throw ConsoleError("only one of the two journals can come from standard input")
    }
    return try output.withProgress(of: Compare.commandName) {
      var view = View(NoTarget(), output)
      var answer = try answer(view)
      answer.options = comparison.output.answerOptions
      try view.show(answer)
      return view.status
    }
  }

  private func answer(_ view: View) throws -> Answer {
    let words = try comparison.words()
    if bisect {
      if new != nil {
        throw ConsoleError("--bisect takes one folder, with a folder for each build")
      }
      return try ComparedFolders(words).bisection(of: old, comparison.list, view)
    }
    guard let new else { throw ConsoleError("name a second run to compare with") }
    switch (FileNames.isFolder(old), FileNames.isFolder(new)) {
    case (true, true): return try ComparedFolders(words).answer(old, new, comparison.list, view)
    case (false, false):
      return try comparison.answer(
        ComparedRun(named: old, view), ComparedRun(named: new, view), view)
    case (let isOld, _):
      throw ConsoleError(
        "'\(SafeText(isOld ? old : new))' is a folder, and '\(SafeText(isOld ? new : old))' isn't; "
          + "name two folders, or two runs")
    }
  }
}

extension ComparisonRules {
  /// The rules, with those of the two runs that are still running.
  func running(_ old: ComparedRun, _ new: ComparedRun) -> ComparisonRules {
    var rules = self
    if old.isRunning { rules.running.insert(.old) }
    if new.isRunning { rules.running.insert(.new) }
    return rules
  }
}

/// What `compare` takes in the shell and at a prompt.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only differences about this message: a code, a label, a domain or Domain.code; may be repeated.",
      valueName: "message"))
  var message: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only differences about models of this type, such as '*Flow'; may be repeated.",
      valueName: "type"))
  var model: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out a message, a type or a kind of record, and what it led to; may be repeated.",
      valueName: "name"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Handlers, actions and answers that take this many times as long, and 1 ms or more, differ, too; so do \
      rates of messages and actions that come ten times or more.
      """,
      valueName: "factor"))
  var slower: FactorWord?

  @Option(
    help: ArgumentHelp(
      "Read such options from a file, one a line: 'ignore AppEvent.tick'.", valueName: "file"),
    completion: .file())
  var rules: InputFile?

  @Flag(help: "Show everything that is different, and what came in another order.")
  var all = false

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.at != nil {
      throw ValidationError("--at goes with one journal; whole runs are compared")
    }
  }

  /// The rules of the options and of the file.
  func words() throws -> RuleWords {
    try (rules?.fileNames.first.map(RuleWords.init(file:)) ?? RuleWords()).adding(self)
  }

  func answer(_ old: ComparedRun, _ new: ComparedRun, _ view: View) throws -> Answer {
    let rules = try words().rules(for: [old.look.contents, new.look.contents])
      .running(old, new)
    // In the shell, Ctrl-C answers with the differences so far; at a prompt it stops any command.
    let comparison = HeldInterrupt.during(isHolding: view.session == nil) { isRequested in
      RunComparison(old.look.contents, new.look.contents, rules: rules) { !isRequested() }
    }
    let report = ComparisonReport(comparison, old, new)
    let hasFindings = comparison.first != nil
    let limit = all ? Int.max : list.limits.number(view, usual: ComparisonReport.usualLines)
    let limitInJSON = list.limits.numberInJSON
    var answer =
      list.count
      ? .count(comparison.count, hasFindings: hasFindings)
      : Answer(hasFindings: hasFindings) {
        report.json(limit: limitInJSON)
      } text: {
        report.write(to: &$0, limit: limit, all: all)
      }
    // The rest may differ.
    if !comparison.isWhole, !hasFindings { answer.failure = "interrupted" }
    return answer
  }
}
