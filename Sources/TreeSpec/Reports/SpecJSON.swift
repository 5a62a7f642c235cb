import TextIO
import TreeAnalysis
import TreeSnapshot

/// What came of specs as one line of JSON, whose keys are part of the contract.
///
/// - `passed`: whether every check of every run passed and every spec was used.
/// - `specs`: the runs, each with `spec` and `dump` (the files as they were named), `title` (where the
///   spec has one), `outcome` (`passed`, `failed` or `refused`), `checks`, and `errors` where it is
///   refused.
///   - A check has `line`, `name`, `outcome` (`passed`, `failed` or `skipped`), and where they are
///     there `problem`, `differences`, `routes` and `details` (lines of text).
///   - A difference has `kind` (`missing`, `extra`, `moved` or `different`), `line` (of the spec),
///     `path`, `id`, `source` (`file:line`) and `text`; `line`, `id` and `source` where they are known.
///   - A route is what `trace --json` gives: models are named by their ids.
///   - An error has `line`, `column` and `message`.
/// - `unused`: the files of specs that no run used.
package struct SpecJSON {
  private let report: SpecReport

  /// - Parameter report: what is told.
  package init(_ report: SpecReport) { self.report = report }

  /// The line, with its end.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    let isPassed = report.unused.isEmpty && report.runs.allSatisfy { $0.outcome.word == "passed" }
    sink.write("{\"passed\": \(isPassed), \"specs\": ")
    write(report.runs, to: &sink) { run, sink in write(run, to: &sink) }
    sink.write(", \"unused\": " as StaticString)
    write(report.unused, to: &sink) { file, sink in JSONString.write(file, to: &sink) }
    sink.write("}\n" as StaticString)
    return GitHubReport.inert(json: sink.bytes)
  }

  private func write(_ run: SpecRun, to sink: inout MemorySink) {
    sink.write("{\"spec\": " as StaticString)
    JSONString.write(run.spec, to: &sink)
    write("dump", run.dump, to: &sink)
    switch run.outcome {
    case .checked(let result):
      if let title = result.spec.title { write("title", title, to: &sink) }
      sink.write(", \"outcome\": \"\(run.outcome.word)\", \"checks\": ")
      write(result.checks, to: &sink) { check, sink in
        write(check, of: result.snapshot, to: &sink)
      }
    case .refused(let error):
      sink.write(", \"outcome\": \"\(run.outcome.word)\", \"checks\": [], \"errors\": ")
      write(error.problems, to: &sink) { problem, sink in
        sink.write("{\"line\": \(problem.line), \"column\": \(problem.column)")
        write("message", problem.message, to: &sink)
        sink.write("}" as StaticString)
      }
    }
    sink.write("}" as StaticString)
  }

  private func write(
    _ check: SpecResult.Check, of snapshot: Snapshot, to sink: inout MemorySink
  ) {
    sink.write("{\"line\": \(check.line)")
    write("name", check.name, to: &sink)
    sink.write(", \"outcome\": \"\(check.outcome.rawValue)\"")
    if !check.problem.isEmpty { write("problem", check.problem, to: &sink) }
    if !check.differences.isEmpty {
      sink.write(", \"differences\": " as StaticString)
      write(check.differences, to: &sink) { difference, sink in write(difference, to: &sink) }
    }
    if !check.routes.isEmpty {
      sink.write(", \"routes\": " as StaticString)
      write(check.routes, to: &sink) { route, sink in
        sink.write("{" as StaticString)
        RouteJSON(route, in: snapshot).writeMembers(to: &sink)
        sink.write("}" as StaticString)
      }
    }
    if !check.details.isEmpty {
      sink.write(", \"details\": " as StaticString)
      write(check.details, to: &sink) { line, sink in JSONString.write(line, to: &sink) }
    }
    sink.write("}" as StaticString)
  }

  private func write(_ difference: SpecResult.Difference, to sink: inout MemorySink) {
    sink.write("{\"kind\": \"\(difference.kind.rawValue)\"")
    if let line = difference.line { sink.write(", \"line\": \(line)") }
    write("path", difference.path, to: &sink)
    if let id = difference.id { sink.write(", \"id\": \(id)") }
    if let source = difference.source { write("source", source, to: &sink) }
    write("text", difference.text, to: &sink)
    sink.write("}" as StaticString)
  }

  private func write(_ key: String, _ text: String, to sink: inout MemorySink) {
    sink.write(", \"\(key)\": ")
    JSONString.write(text, to: &sink)
  }

  private func write<Element>(
    _ list: [Element], to sink: inout MemorySink, each: (Element, inout MemorySink) -> Void
  ) {
    sink.write("[" as StaticString)
    for (index, element) in list.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      each(element, &sink)
    }
    sink.write("]" as StaticString)
  }
}

extension SpecRun.Outcome {
  /// The outcome in the word that JSON answers use.
  fileprivate var word: String {
    switch self {
    case .checked(let result): result.isPassed ? "passed" : "failed"
    case .refused: "refused"
    }
  }
}
