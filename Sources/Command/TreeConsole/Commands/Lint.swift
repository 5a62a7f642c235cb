import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// Reports probable problems of a tree.
struct Lint: FormattedQuestion {
  static let commandName = "lint"
  static let abstract = "Report likely problems by rule: where, why, and the remedy."
  static let explanation: String? = """
    The status is 0 if no new finding is more than a note, 1 if a new one is an error or a warning, \
    and 2 if the input is invalid.

    RULES:
    \(LintRule.all.map(describe).joined(separator: "\n\n"))

    JOURNALS:
    With --with, a message that a model raised in the journal counts as declared, as with mayRaise, for \
    all models of the same type. Messages raised by an inspector don't count.

    BASELINE:
    A finding is recognized by its rule, its path and its facts, such as the message, never by its \
    id or its line. Rules that are disabled or can't run keep their lines.

    JSON:
    {"findings": […], "new": 1, "known": 2, "stale": […], "disabled": […]}. A finding has "rule", \
    "severity", "state" (new or known), "path", "id", "reason" and "remedy", and if they are known \
    "source" (file:line), "message" (kind, domain, code) and "related" (each with "what", "path", \
    "id", "source"). A stale entry has "rule", "path" and the recorded "reason".
    """
  static let examples = [
    "", "--disable unheard-event", "--with app.journal", "--write-baseline lint.txt",
    "--baseline lint.txt --strict --sarif lint.sarif",
  ]

  @Option(name: .customLong("disable"), help: .value("rule", "Disable this rule; may be repeated."))
  var disabled: [RuleName] = []

  @Option(
    name: .customLong("with"),
    help: .value("journal", "Count messages raised in this journal as declared; may be repeated."))
  var journals: [InputFile] = []

  @Option(help: .value("file", "Treat the findings in this file as known."))
  var baseline: InputFile?

  @Option(help: .value("file", "Record the findings in this file, '-' for standard output."))
  var writeBaseline: OutputFile?

  @Flag(help: "Also fail if a recorded finding no longer occurs.")
  var strict = false

  @Option(help: .value("file", "Write SARIF 2.1.0 to this file, '-' for standard output."))
  var sarif: OutputFile?

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  private static func describe(_ rule: LintRule) -> String {
    "\(rule.name) (\(rule.severity.rawValue))\n\(rule.looksFor)"
  }

  func answer(_ view: inout View) throws -> Answer {
    if strict, baseline == nil {
      throw ConsoleError("--strict needs a baseline: --baseline FILE")
    }
    let places = [output.json, sarif?.rawValue == "-", writeBaseline?.rawValue == "-"]
    if places.count(where: { $0 }) > 1 {
      throw ConsoleError(
        "only one of --json, --sarif - and --write-baseline - fits on standard output; name a file")
    }
    let disabled = disabled.map(\.rawValue)
    if let fault = disabled.lazy.compactMap(RuleName.fault).first { throw ConsoleError(fault) }
    let recorded = try baseline.map { try Baseline(contentsOf: $0.rawValue) }
    let raised = try raisedMessages()
    let result = LintResult(
      LintSubject(try view.state().snapshot.raising(raised)), disabling: Set(disabled),
      known: recorded)
    let output = view.output
    var body: Answer.Body?
    func write(_ bytes: [UInt8], _ form: InertLines.Form, count: Int, to file: String) throws {
      if file == "-" {
        body = .bytes(form) { $0.write(bytes) }
      } else {
        try output.write(bytes, to: file)
        output.note("\(file): \(counted(count, "finding")) written")
      }
    }
    if let file = sarif?.rawValue {
      let sarif = result.sarif(of: view.target.file.flatMap { $0 == "-" ? nil : $0 } ?? view.name)
      try write(sarif.bytes + [UInt8(ascii: "\n")], .json, count: result.findings.count, to: file)
    }
    if let file = writeBaseline?.rawValue {
      let record = result.baseline
      try write(record.bytes, .text, count: record.entries.count, to: file)
    }
    // Just-recorded findings count as known.
    let hasFindings =
      (result.new.contains { $0.rule.severity != .note } || strict && !result.stale.isEmpty)
      && writeBaseline == nil
    if count { return .count(result.findings.count, hasFindings: hasFindings) }
    if let body { return Answer(hasFindings: hasFindings, body: body) }
    let limitInJSON = limits.numberInJSON
    let limit = limits.number(view, usual: LintResult.usualLimit)
    return Answer(hasFindings: hasFindings) {
      result.json(limit: limitInJSON)
    } text: { text in
      result.write(to: &text, limit: limit)
    }
  }

  /// The messages that models raised in the journals, by the types of the models.
  private func raisedMessages() throws -> [String: [DeclaredMessage]] {
    var raised: [String: [DeclaredMessage]] = [:]
    for journal in journals {
      let contents = try FileTarget.contents(ofJournal: journal.rawValue)
      raised.merge(contents.messagesRaisedByTypes()) { $0 + $1 }
    }
    return raised
  }
}
