import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The results of specs as one line of JSON, whose keys are part of the contract.
///
/// - `passed`: whether every check of every run passed and every spec was used.
/// - `specs`: the runs, each with `spec` and `dump` (the files, as given), `title` (if any),
///   `outcome` (`passed`, `failed`, or `refused`), `checks`, and, if refused, `errors`.
///   - A check has `line`, `name`, and `outcome` (`passed`, `failed`, `skipped`, `known`, or
///     `noted`), and optionally `file` (of an included spec), `rule`, `severity`, `reason`,
///     `problem`, `differences`, `routes`, `details`, and `comment` (lines of text). For a journal,
///     it may also have `moment` (the record after the first violation), `count`, `record`, and
///     `cause` (as in `journal --json`).
///   - A difference has `kind` (`missing`, `extra`, `moved`, or `different`), `path`, `text`, and,
///     if known, `line` (of the spec), `id`, `source` (`file:line`), and `comment`; `asOf` is the
///     record of a journal as of which the label and the state in `text` are, if they are older.
///   - A route is the answer of `trace --json`: models are identified by id.
///   - An error has `line`, `column`, and `message`, and `file` for an included spec.
/// - `unused`: the files of unused specs.
/// - `missing`: the files of dumps without a spec.
package struct SpecJSON {
  private let report: SpecReport

  /// Creates an answer.
  package init(_ report: SpecReport) { self.report = report }

  /// The line, with a newline.
  package var bytes: [UInt8] {
    let isPassed =
      report.unused.isEmpty && (report.missing.isEmpty || !report.rejectsMissing)
      && report.runs.allSatisfy { $0.outcome.word == "passed" }
    let json = JSONText.object { json in
      json.write("passed", isPassed)
      json.array("specs", of: report.runs) { run, json in write(run, to: &json) }
      json.write("unused", report.unused)
      json.write("missing", report.missing)
    }
    return json.inert.bytes + [UInt8(ascii: "\n")]
  }

  private func write(_ run: SpecRun, to json: inout JSONObject) {
    json.write("spec", run.spec)
    json.write("dump", run.dump)
    if case .checked(let result) = run.outcome { json.write("title", result.spec.title) }
    json.write("outcome", run.outcome.word)
    switch run.outcome {
    case .checked(let result):
      let words = FindingWords(result)
      json.array("checks", of: result.checks) { check, json in
        write(check, words.explanation(of: check), in: result.snapshot, to: &json)
      }
    case .refused(let error):
      json.array("checks") { _ in }
      json.array("errors", of: error.problems) { problem, json in
        json.write("line", problem.line)
        json.write("column", problem.column)
        json.write("message", problem.fault.message)
        json.write("file", problem.file)
      }
    }
  }

  private func write(
    _ check: SpecResult.Check, _ explanation: Explanation?, in snapshot: Snapshot,
    to json: inout JSONObject
  ) {
    json.write("line", check.line)
    json.write("name", check.name)
    json.write("outcome", check.outcome.rawValue)
    json.write("file", check.source?.name)
    json.write("rule", check.rule?.name)
    json.write("severity", check.rule?.severity.rawValue)
    json.write("reason", check.rule?.reason)
    guard let explanation else { return }
    json.write("problem", explanation.problem)
    if !explanation.differences.isEmpty {
      json.array("differences", of: explanation.differences) { difference, json in
        write(difference, to: &json)
      }
    }
    if !explanation.routes.isEmpty {
      json.array("routes", of: explanation.routes) { route, json in
        json.write(route, in: explanation.moment?.tree ?? snapshot)
      }
    }
    if !explanation.details.isEmpty {
      json.write("details", explanation.details.map(\.string))
    }
    if !explanation.comment.isEmpty {
      json.write("comment", explanation.comment.map(\.string))
    }
    if let moment = explanation.moment { write(moment, to: &json) }
  }

  private func write(_ finding: MomentFinding, to json: inout JSONObject) {
    json.write("moment", finding.moment)
    json.write("count", finding.count)
    if let record = finding.record { json.object("record") { record.write(to: &$0) } }
    if let cause = finding.cause { json.object("cause") { cause.write(to: &$0) } }
  }

  private func write(_ difference: ShapeDifference, to json: inout JSONObject) {
    json.write("kind", difference.kind.rawValue)
    json.write("line", difference.line)
    json.write("path", difference.path)
    json.write("id", difference.id)
    json.write("source", difference.source)
    json.write("text", difference.text)
    json.write("asOf", difference.asOf)
    if !difference.comment.isEmpty { json.write("comment", difference.comment.map(\.string)) }
  }
}

extension SpecRun.Outcome {
  /// The outcome's word in JSON.
  fileprivate var word: String {
    switch self {
    case .checked(let result): result.isPassed ? "passed" : "failed"
    case .refused: "refused"
    }
  }
}
