import TextIO
import TreeSnapshot

/// One thing that a report for people tells: a check, a problem of a refused spec, or a spec that no
/// run used. All texts but the file's name are safe to show.
struct ReportItem {
  enum Outcome {
    case passed
    case failed
    case skipped
    /// The spec is wrong, not the tree.
    case refused
    /// The spec was held to no tree.
    case unused
  }

  var outcome: Outcome
  /// The spec's file, as it was named.
  var file: String
  var line: Int
  /// The first character that is meant; nil for the whole line.
  var column: Int?
  /// What it is: `error NetworkErrors.101 from ** => handled`, or the problem.
  var name: String
  /// What is wrong, in a clause; empty where nothing is.
  var problem = ""
  /// What is wrong, in lines, the problem first; empty where nothing is.
  var explanation: [String] = []
  /// What kind of thing it is, in a word.
  var kind: String
}

extension SpecRun {
  /// What the run tells, in the order of the spec.
  var items: [ReportItem] {
    switch outcome {
    case .checked(let result):
      result.checks.map { check in
        ReportItem(check, kind: result.kind(of: check), file: spec)
      }
    case .refused(let error):
      error.problems.map { ReportItem($0, file: spec) }
    }
  }
}

extension SpecReport {
  /// The specs that no run used.
  var unusedItems: [ReportItem] {
    unused.map { file in
      let problem = "this spec was held to no tree"
      return ReportItem(
        outcome: .unused, file: file, line: 1, name: "unused spec", problem: problem,
        explanation: [problem], kind: "unused-spec")
    }
  }
}

extension ReportItem {
  /// How far the text of a result indents what stands below a check.
  private static let indent = 4

  init(_ check: SpecResult.Check, kind: CheckKind, file: String) {
    let outcome: Outcome =
      switch check.outcome {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      }
    self.init(
      outcome: outcome, file: file, line: check.line, name: Self.shown(check.name),
      problem: Self.shown(check.problem), kind: kind.rawValue)
    if outcome != .passed {
      // The first line is the name once more.
      explanation = ResultText(check).lines.dropFirst().map { parts in
        let line = parts.map(\.text).joined()
        let indent = line.prefix(Self.indent).prefix { $0 == " " }.count
        return Self.shown(String(line.dropFirst(indent)))
      }
    }
  }

  init(_ problem: SpecError.Problem, file: String) {
    let message = Self.shown(problem.message)
    self.init(
      outcome: .refused, file: file, line: problem.line, column: problem.column,
      name: message, problem: message,
      explanation: [message], kind: "spec-error")
    if !problem.text.isEmpty {
      explanation += problem.excerpt.split(separator: "\n").map { Self.shown(String($0)) }
    }
  }

  /// Where it is within the file, in words.
  var place: String { "line \(line)" + (column.map { ", column \($0)" } ?? "") }

  /// What is wrong in at most so many lines, the last of which counts the rest.
  func explanation(atMost limit: Int) -> [String] {
    if explanation.count <= limit { return explanation }
    return explanation.prefix(limit - 1) + ["… \(explanation.count - limit + 1) more lines"]
  }

  /// The text as a report shows it: nothing in it acts on a terminal or on a CI runner.
  static func shown(_ text: String) -> String { GitHubReport.inert(SafeText.escape(text)) }
}
