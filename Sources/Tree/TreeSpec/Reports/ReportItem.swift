package import TextIO
import TreeAnalysis
import TreeSnapshot

/// An item of a report for people: a check, a problem of a refused spec, or an unused spec.
struct ReportItem {
  enum Outcome {
    case passed
    case failed
    case skipped
    /// A violation that is known or a note.
    case noted
    /// The spec is wrong, not the tree.
    case refused
    /// The spec was checked against no tree, or the tree against no spec.
    case unused
  }

  /// The kind of item.
  enum Kind: String {
    case tree, absent, limit, route, service, name, vocabulary, moment
    case error = "spec-error"
    case unused = "unused-spec"
    case missing = "missing-spec"
  }

  var outcome: Outcome
  var kind: Kind
  /// The spec's file, as given.
  var file: String
  var line: Int
  /// The line that differs, if it isn't the item's own, which never changes.
  var differingLine: Int?
  /// The first wrong character; nil for the whole line.
  var column: Int?
  /// The severity of a failure; nil for an error and for a known violation.
  var severity: LintSeverity?
  /// `error NetworkErrors.101 from ** => handled`, or the problem.
  var name: SafeText
  /// The problem, in a clause; empty if there is none.
  var problem: SafeText = ""
  /// The problem and its details, in lines; empty if there is none.
  var explanation: [SafeText] = []

  /// The place within the file, in words; independent of the outcome.
  var place: SafeText {
    "line \(line)" + (outcome == .refused ? column.map { ", column \($0)" } ?? "" : "")
  }

  /// The explanation in at most `limit` lines; the last one counts the rest.
  func explanation(atMost limit: Int) -> [SafeText] {
    if explanation.count <= limit { return explanation }
    return explanation.prefix(limit - 1) + ["… \(explanation.count - limit + 1) more lines"]
  }
}

extension SpecRun {
  /// The items of the run, in the order of the spec.
  var items: [ReportItem] {
    switch outcome {
    case .checked(let result):
      let words = FindingWords(result)
      return result.checks.map { item($0, result.spec, words.explanation(of: $0)) }
    case .refused(let error):
      return error.problems.map { problem in
        let message = problem.fault.message
        return ReportItem(
          outcome: .refused, kind: .error, file: problem.file ?? spec, line: problem.line,
          column: problem.column,
          name: message, problem: message, explanation: [message] + problem.excerpt)
      }
    }
  }

  private func item(
    _ check: SpecResult.Check, _ spec: Spec, _ explanation: Explanation?
  ) -> ReportItem {
    let outcome: ReportItem.Outcome =
      switch check.outcome {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      case .known, .noted: .noted
      }
    let assertions = (check.source ?? spec).assertions
    let index = assertions.partitionIndex { $0.line >= check.line }
    let isOwn = index < assertions.count && assertions[index].line == check.line
    // Only the header can precede the root's line.
    let kind: ReportItem.Kind =
      switch isOwn ? assertions[index].claim : nil {
      case nil: .tree
      case .absent: .absent
      case .limits: .limit
      case .treeName: .name
      case .vocabulary: .vocabulary
      case .route: .route
      case .service: .service
      case .never, .work, .tree: .moment
      }
    var column: Int?
    if case .unknown(let problem)? = check.finding { column = problem.column }
    return ReportItem(
      outcome: outcome, kind: kind, file: check.source?.name ?? self.spec, line: check.line,
      differingLine: explanation?.line, column: column,
      severity: check.isKnown ? nil : check.rule?.severity,
      name: "\(check.rule.map { "\($0.name): " } ?? "")\(check.name)",
      problem: explanation?.problem ?? "",
      explanation: explanation?.lines.map { $0.map(\.text).joined() } ?? [])
  }
}

extension SpecReport {
  /// The dumps without a spec, if that is a failure.
  var missingItems: [ReportItem] {
    if !rejectsMissing { return [] }
    return items(
      missing, .missing, name: "dump without a spec", problem: "this dump has no spec of its name")
  }

  /// The unused specs.
  var unusedItems: [ReportItem] {
    items(
      unused, .unused, name: "unused spec", problem: "this spec was checked against no tree")
  }

  private func items(
    _ files: [String], _ kind: ReportItem.Kind, name: SafeText, problem: SafeText
  ) -> [ReportItem] {
    files.map { file in
      ReportItem(
        outcome: .unused, kind: kind, file: file, line: 1, name: name, problem: problem,
        explanation: [problem])
    }
  }
}

/// One spec checked against one tree.
package struct SpecRun {
  /// The result.
  package enum Outcome {
    /// The tree was checked.
    case checked(SpecResult)
    /// The spec's text, its subjects, or its files are wrong.
    case refused(SpecError)
  }

  /// The spec's file, as given.
  package var spec: String
  /// The dump's file, as given; `-` is standard input.
  package var dump: String
  /// The result.
  package var outcome: Outcome
  /// The time of the run; nil unless times are requested.
  package var times: Times?

  /// The time of a run.
  package struct Times: Sendable {
    /// Its start, in UTC, such as `2026-03-01T09:30:00`.
    package var start: String
    /// Its duration, including reading the dump and the spec.
    package var duration: Duration

    /// Creates the time of a run.
    package init(start: String, duration: Duration) {
      self.start = start
      self.duration = duration
    }
  }

  /// Creates a run.
  package init(spec: String, dump: String, outcome: Outcome, times: Times? = nil) {
    self.spec = spec
    self.dump = dump
    self.outcome = outcome
    self.times = times
  }
}

/// All runs of one call.
package struct SpecReport {
  /// The runs, in order.
  package var runs: [SpecRun]
  /// The files of unused specs.
  package var unused: [String]
  /// The files of dumps without a spec.
  package var missing: [String]
  /// Whether a dump without a spec is a failure.
  package var rejectsMissing: Bool
  /// The version of the command.
  package var version: String

  /// Creates a report.
  package init(
    runs: [SpecRun], unused: [String] = [], missing: [String] = [], rejectsMissing: Bool = false,
    version: String
  ) {
    self.runs = runs
    self.unused = unused
    self.missing = missing
    self.rejectsMissing = rejectsMissing
    self.version = version
  }
}

/// The result of a spec, in lines for a person.
package struct ResultText {
  private let result: SpecResult
  private let tree: String
  private let isOfSeveral: Bool

  /// - Parameters:
  ///   - result: the result.
  ///   - tree: the tree's name: its dump's path, or the app's name.
  ///   - isOfSeveral: whether the spec is also checked against other trees.
  package init(_ result: SpecResult, tree: String, isOfSeveral: Bool = false) {
    self.result = result
    self.tree = tree
    self.isOfSeveral = isOfSeveral
  }

  /// The text without color.
  package var plain: String {
    var text = StyledText(isColored: false)
    write(to: &text)
    return text.text
  }

  /// Appends the lines to a text.
  package func write(to text: inout StyledText) {
    let title = result.spec.title.map { " \"\($0)\"" } ?? ""
    let checks = counted(result.checks.count, "check")
    let counts = counts
    let isNoted = result.checks.contains { $0.outcome == .noted }
    if result.isPassed, !isNoted {
      text.line([
        ("ok    ", .green), ("\(result.spec.name)\(title)\(isRun ? " on \(tree)" : ""): ", .plain),
        (([checks] + counts).joined(separator: ", "), .plain),
      ])
      return
    }
    let failed: SafeText = "\(result.failureCount) of \(checks) failed"
    text.line([
      result.isPassed ? ("note  ", .yellow) : ("FAIL  ", .red),
      ("\(result.spec.name)\(title)", .bold),
      (" on \(tree): \(([failed] + counts).joined(separator: ", "))", .plain),
    ])
    let words = FindingWords(result)
    for check in result.checks where check.outcome != .known {
      // Rules that don't apply are only counted.
      if check.outcome == .skipped, check.rule != nil { continue }
      guard let explanation = words.explanation(of: check) else { continue }
      text.line([])
      let place: SafeText =
        check.source.map { "\($0.name) line \(check.line)" } ?? "line \(check.line)"
      let rule: SafeText = check.rule.map { "\($0.name): " } ?? ""
      text.line([("  \(place)  ", .dim), ("\(rule)\(check.name)", .bold)])
      if check.outcome == .skipped {
        text.line([("    skipped: ", .yellow), (explanation.problem, .plain)])
      } else {
        for line in explanation.lines { text.line(line.isEmpty ? [] : [("    ", .plain)] + line) }
      }
    }
    text.line([])
  }

  /// Whether one spec is checked against several trees.
  private var isRun: Bool { isOfSeveral || !result.spec.allRules.isEmpty }

  /// The numbers of checks that neither passed nor failed.
  private var counts: [SafeText] {
    let checks = result.checks
    let isRule = checks.contains { $0.outcome == .skipped && $0.rule != nil }
    let kinds: [(SpecResult.Check.Outcome, SafeText)] = [
      (.noted, "noted"), (.known, "known"), (.skipped, isRule ? "not applicable" : "skipped"),
    ]
    return kinds.compactMap { outcome, word in
      let count = checks.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(word)"
    }
  }
}

extension Explanation {
  /// A part of a line, with its color.
  typealias Part = (text: SafeText, color: Color)

  /// The problem, the tree, and further details.
  var lines: [[Part]] {
    var lines: [[Part]] = comment.map { [($0, .dim)] } + [[(problem, .plain)]]
    if !rows.isEmpty { lines.append([]) }
    let width = min(48, rows.map { $0.depth * 2 + $0.text.columns }.max() ?? 0)
    for row in rows {
      let text = SafeText(repeating: "  ", count: row.depth) + row.text
      let color = row.mark.color
      lines.append(
        [("\(row.mark.rawValue) ", color)]
          + (row.note.isEmpty
            ? [(text, color)] : [(text.padded(to: width), color), ("  \(row.note)", .dim)]))
    }
    return lines + details.map { [("  \($0)", .plain)] }
  }
}

extension StyledText {
  /// Adds a line, with any command of the service that shows it disabled.
  fileprivate mutating func line(_ parts: [Explanation.Part]) {
    for part in parts { append(part.text.inert, part.color) }
    line()
  }
}

extension AnnotatedRow.Mark {
  fileprivate var color: Color {
    switch self {
    case .none: .plain
    case .missing: .red
    case .extra: .green
    case .different: .yellow
    case .moved: .violet
    }
  }
}
