import TextIO
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
