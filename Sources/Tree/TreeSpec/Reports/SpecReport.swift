package import TextIO
import TreeJournal
import TreeSnapshot

/// All runs of one call.
package struct SpecReport {
  /// The runs, in order.
  package var runs: [SpecRun]
  /// The specs without a dump, and the dumps without a spec.
  package var unused: [String]
  package var missing: [String]
  /// Whether these fail.
  package var isStrict: Bool

  package init(runs: [SpecRun], unused: [String], missing: [String], isStrict: Bool) {
    self.runs = runs
    self.unused = unused
    self.missing = missing
    self.isStrict = isStrict
  }

  /// Whether everything passed.
  package var isPassed: Bool {
    runs.allSatisfy { $0.outcome == .passed } && (!isStrict || unused.isEmpty && missing.isEmpty)
  }

  /// The runs and, if these fail, one of the specs without a dump and the dumps without a spec.
  var allRuns: [SpecRun] {
    if !isStrict || unused.isEmpty && missing.isEmpty { return runs }
    let files: [(kind: Finding.Kind, files: [String], own: SafeText, other: SafeText)] = [
      (.unusedSpec, unused, "spec", "dump"), (.missingSpec, missing, "dump", "spec"),
    ]
    let findings = files.flatMap { kind, files, own, other in
      files.map {
        Finding(
          kind, .failed, file: $0, name: "\(own) without a \(other)",
          problem: "no \(other) has the name of this \(own)")
      }
    }
    return runs + [SpecRun(spec: "specs and dumps", dump: "", findings: findings)]
  }
}

// As one line of JSON, whose keys are part of the contract.
extension SpecReport {
  /// - `passed`: whether everything passed.
  /// - `specs`: the runs, each with `spec` and `dump` (the files, as given), `title` (if any), `outcome`
  ///   (`passed`, `failed`, or `refused`), `checks`, and, if refused, `errors`.
  ///   - A check has `line`, `name`, `kind`, and `outcome` (`passed`, `failed`, or `skipped`), and
  ///     optionally `problem`, `differences`, `routes`, `details`, and `passing` (lines that would pass).
  ///     For a journal, it may have `moment` (the record after the first violation), `count`,
  ///     `record`, and `cause` (as in `journal --json`).
  ///   - A difference has `kind` (`missing`, `extra`, `moved`, or `different`), `path`, `text`, and, if
  ///     known, `line` (of the spec), `id`, and `source` (`file:line`); `asOf` is the record of
  ///     a journal as of which the label and the state in `text` are, if they are older.
  ///   - A route is the answer of `trace --json`.
  ///   - An error has `file`, `line`, `column`, and `message`.
  /// - `unused`, `missing`: the specs without a dump, and the dumps without a spec.
  package var json: JSONText {
    JSONText.object { json in
      json.write("passed", isPassed)
      json.array("specs", of: runs) { run, json in
        json.write("spec", run.spec)
        json.write("dump", run.dump)
        json.write("title", run.title)
        json.write("outcome", run.outcome.rawValue)
        let errors = run.findings.filter { $0.outcome == .refused }
        let checks = run.findings.filter { $0.outcome != .refused }
        json.array("checks", of: checks) { $0.write(to: &$1) }
        if errors.isEmpty { return }
        json.array("errors", of: errors) { finding, json in
          json.write("file", finding.file)
          json.write("line", finding.line)
          json.write("column", finding.column)
          json.write("message", finding.problem)
        }
      }
      json.write("unused", unused)
      json.write("missing", missing)
    }.inert
  }
}

extension Finding {
  fileprivate func write(to json: inout JSONObject) {
    json.write("line", line)
    json.write("name", name)
    json.write("kind", kind.rawValue)
    json.write("outcome", outcome.rawValue)
    if outcome == .passed { return }
    json.write("problem", problem)
    let differing = rows.filter { $0.difference != nil }
    if !differing.isEmpty {
      json.array("differences", of: differing) { row, json in
        guard let difference = row.difference else { return }
        json.write("kind", row.mark.rawValue)
        json.write("line", difference.line)
        json.write("path", difference.path)
        json.write("id", difference.id)
        json.write("source", difference.source)
        json.write("text", difference.text)
        json.write("asOf", difference.asOf)
      }
    }
    if let tree, !routes.isEmpty {
      json.array("routes", of: routes) { route, json in json.write(route, in: tree) }
    }
    for (key, lines) in [("details", details), ("passing", passing)] where !lines.isEmpty {
      json.write(key, lines.map(\.string))
    }
    guard let moment else { return }
    json.write("moment", moment.record.number)
    json.write("count", moment.count)
    json.object("record") { moment.record.write(to: &$0) }
    if let cause = moment.cause { json.object("cause") { cause.write(to: &$0) } }
  }
}
