import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// Compares what happened in two runs.
struct Compare: FormattedQuestion {
  static let commandName = "compare"
  static let abstract =
    "Show how two runs ended, and where they diverge: the first difference and its consequences."
  static let explanation: String? = """
    First comes how each run ended, then the first difference, and what that led to along recorded causes. \
    Records are matched by what led to them, and models by their parents, types and order and by what made \
    them; numbers, times, ids, lines of code and the order of independent answers don't count. If a journal \
    has dropped records, both are compared from the first number that neither has dropped. The status is 0 \
    if nothing is different, 1 if anything is.

    With --json: equal; alike; outcome (old, new), each with uncaught, unhandled, leaked, running and last; \
    first, with old, new, what, context and inputs (old, new); consequences (old, new); others, each also \
    with count; reordered; notes. A record is one of 'journal --json' with the path and type of its \
    model as of that moment, and a sentence. what is missing, extra, replaced, order, outcome, handler, \
    receivers, model, unfinished, input, text, vocabulary, slower, state or leak.
    """
  static let examples = ["good.journal @App", "good.journal bad.journal --ignore tick --slower 5x"]

  @Argument(help: "The older run: a journal or a running app.")
  var old: TreeName

  @Argument(help: "The newer run; at a prompt the present journal by default.")
  var new: TreeName?

  @Option(
    help: .value(
      "name",
      "Leave out a message, a type or a kind of record, and what it led to; may be repeated."))
  var ignore: [String] = []

  @Option(
    help: .value(
      "factor",
      """
      Handlers, actions and answers that take this many times as long, and 1 ms or more, differ, too.
      """))
  var slower: FactorWord?

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.at != nil {
      throw ValidationError("--at goes with one journal; whole runs are compared")
    }
  }

  func answer(_ view: inout View) throws -> Answer {
    if view.isShell, new == nil {
      throw ConsoleError("name a second run: compare \(ShellWords.quote(old.rawValue)) bad.journal")
    }
    if old.rawValue == "-", new?.rawValue == "-" {
      throw ConsoleError("only one of the two journals can come from standard input")
    }
    let old = try ComparedRun(named: old.rawValue, view)
    let new = try new.map { try ComparedRun(named: $0.rawValue, view) } ?? ComparedRun(of: view)
    let comparison = RunComparison(old.contents, new.contents, rules: try rules(for: old, new))
    let hasFindings = !comparison.isEqual
    if count { return .count(comparison.differences.count, hasFindings: hasFindings) }
    let report = ComparisonReport(comparison, old, new)
    let limit = limits.number(view, usual: ComparisonReport.usualLines)
    let limitInJSON = limits.numberInJSON
    return Answer(hasFindings: hasFindings) {
      report.json(limit: limitInJSON)
    } text: {
      report.write(to: &$0, limit: limit)
    }
  }

  /// What counts in a comparison of two runs.
  private func rules(for old: ComparedRun, _ new: ComparedRun) throws -> ComparisonRules {
    var rules = ComparisonRules()
    rules.slowerBy = slower?.factor
    if ignore.isEmpty { return rules }
    let journals = [old.contents, new.contents]
    let types = journals.reduce(into: Set<String>()) { $0.formUnion(JournalTypes(of: $1).names) }
    for word in ignore {
      if let event = JournalEvent(rawValue: word) {
        rules.ignored.events.insert(event)
        continue
      }
      let messages = journals.reduce(into: Set<KnownMessage>()) {
        $0.formUnion($1.messages(named: word))
      }
      if !messages.isEmpty {
        rules.ignored.messages.formUnion(messages)
        continue
      }
      let selector = try Selector(word)
      let matching = types.filter { selector.lastSegmentFits(id: -1, type: $0) }
      if matching.isEmpty {
        let hint = types.sorted().hint(for: word, otherwise: "'journal' shows what they have")
        throw ConsoleError(
          "neither run has a message, type or kind of record called '\(SafeText(word))'; \(hint)")
      }
      rules.ignored.types.formUnion(matching)
    }
    return rules
  }
}

/// A factor on the command line: `5x`.
struct FactorWord: Hashable, ExpressibleByArgument {
  var factor: Double

  init?(argument: String) {
    let digits = argument.hasSuffix("x") ? argument.dropLast() : argument[...]
    guard let factor = Double(digits), factor.isFinite, factor > 1 else { return nil }
    self.factor = factor
  }
}
