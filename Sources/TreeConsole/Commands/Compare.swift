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
      return try bisection(by: words, view)
    }
    guard let new else { throw ConsoleError("name a second run to compare with") }
    guard try CollectedFacts.areFolders(old, new, or: "two runs") else {
      return try comparison.answer(
        ComparedRun(named: old, view), ComparedRun(named: new, view), view)
    }
    let facts = try CollectedFacts(comparing: old, with: new, Self.journals) { old, new in
      try words.parting(old, new).map { [$0] } ?? []
    }
    return facts.answer(("difference", "differences"), comparison.list, noting: view.output)
  }

  /// The first build in which each run parts from that of the first build that has it. The folders in
  /// a folder are builds, in the order of their names; numbers in names count.
  private func bisection(by words: RuleWords, _ view: View) throws -> Answer {
    let folder = FileNames.withoutSlash(old)
    var builds: [String: [String]] = [:]
    for path in try Self.journals(in: folder) {
      guard let slash = path.firstIndex(of: "/") else { continue }
      builds[String(path[path.index(after: slash)...]), default: []].append(String(path[..<slash]))
    }
    if builds.isEmpty {
      throw ConsoleError(
        "'\(folder)' has no folders with journals; each build's go into one of its own")
    }
    let facts = try CollectedFacts(builds.keys.sorted()) { [builds] name in
      let builds = (builds[name] ?? []).sorted { Self.sortKey($0) < Self.sortKey($1) }
      func parting(_ build: Int) throws -> DumpFact? {
        try words.parting("\(folder)/\(builds[0])/\(name)", "\(folder)/\(builds[build])/\(name)")
      }
      guard builds.count > 1, var fact = try parting(builds.count - 1) else { return [] }
      // The first build and the last one part; half of those between are looked at.
      var (same, different) = (0, builds.count - 1)
      while different - same > 1 {
        let middle = (same + different) / 2
        if let found = try parting(middle) {
          (different, fact) = (middle, found)
        } else {
          same = middle
        }
      }
      return [fact.beginning(in: builds[different])]
    }
    return facts.answer(("difference", "differences"), comparison.list, noting: view.output)
  }

  /// The journals in a folder and those below it, by their paths from it.
  private static func journals(in folder: String) throws -> [String] {
    let folder = FileNames.withoutSlash(folder)
    let all = try SpecFiles.trees(in: folder).filter { $0.hasSuffix(".journal") }
    if all.isEmpty { throw ConsoleError("'\(folder)' has no journals") }
    return all.map { String($0.dropFirst(folder.count + 1)) }
  }

  /// A build's name for sorting: a number counts as a whole and comes after letters, so that
  /// `build-9` is before `build-10`.
  private static func sortKey(_ name: String) -> String {
    name.replacing(/[0-9]+/) { number in
      "\u{10FFFF}" + String(repeating: "0", count: max(0, 20 - number.output.count)) + number.output
    }
  }
}

extension RuleWords {
  /// Where the runs of two journals part; nil if they don't.
  fileprivate func parting(_ old: String, _ new: String) throws -> DumpFact? {
    func contents(_ path: String) throws -> JournalContents {
      guard let contents = try FileTarget(inFolder: path).contents else {
        throw ConsoleError("\(SafeText(path)) isn't a journal")
      }
      return contents
    }
    let (one, other) = (try contents(old), try contents(new))
    let comparison = RunComparison(one, other, rules: try rules(for: [one, other]))
    return ComparisonReport(
      comparison, ComparedRun(name: "old", one), ComparedRun(name: "new", other)
    ).fact
  }
}

extension DumpFact {
  /// The same, with the build in which it begins.
  fileprivate func beginning(in build: String) -> DumpFact {
    var fact = self
    fact.members.append(Member(name: "build", value: build))
    fact.text[0] = "\(build): " + fact.text[0]
    return fact
  }
}
