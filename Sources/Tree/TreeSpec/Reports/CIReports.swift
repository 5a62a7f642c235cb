import TextIO

/// Findings as JUnit XML: a suite for each run, a case for each finding.
///
/// A case is named by the spec's title and the line's text, and never by its number, so that its history
/// stays when a line is added above. The report is valid by Jenkins's schema (`junit-10.xsd`) and by the one
/// for Ant's reports, which is stricter: it requires every attribute that is here, none for `testsuites`,
/// and the elements `properties`, `system-out`, and `system-err`.
package struct JUnitReport {
  private let report: SpecReport

  package init(_ report: SpecReport) { self.report = report }

  private typealias Attributes = [(name: StaticString, value: SafeText)]

  /// The whole document.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" as StaticString)
    for (id, run) in report.runs.enumerated() {
      write(run.findings, name: "\(run.spec) on \(run.dump)", run, id, to: &sink)
    }
    let others = report.strictFindings
    if !others.isEmpty {
      write(others, name: "specs and dumps without each other", nil, report.runs.count, to: &sink)
    }
    sink.write("</testsuites>\n" as StaticString)
    return sink.bytes
  }

  private func write(
    _ findings: [Finding], name: SafeText, _ run: SpecRun?, _ id: Int, to sink: inout MemorySink
  ) {
    func count(_ outcome: Finding.Outcome) -> SafeText {
      "\(findings.count { $0.outcome == outcome })"
    }
    sink.write("  <testsuite")
    write(
      [
        ("name", name), ("package", run.map { "\($0.spec)" } ?? name), ("id", "\(id)"),
        ("tests", "\(findings.count)"), ("failures", count(.failed)), ("errors", count(.refused)),
        ("skipped", count(.skipped)), ("time", "0"),
        // The schema requires a time. Servers know when a job ran; the same input gives the same bytes.
        ("timestamp", "1970-01-01T00:00:00"), ("hostname", "localhost"),
      ], to: &sink)
    sink.write(">\n    <properties>\n" as StaticString)
    var properties: Attributes = [("version", "\(report.version)")]
    if let run { properties += [("spec", "\(run.spec)"), ("dump", "\(run.dump)")] }
    if let title = run?.title { properties.append(("title", "\(title)")) }
    for property in properties {
      sink.write("      <property" as StaticString)
      write([("name", "\(property.name)"), ("value", property.value)], to: &sink)
      sink.write("/>\n" as StaticString)
    }
    sink.write("    </properties>\n" as StaticString)
    var names: [SafeText: Int] = [:]
    for finding in findings {
      let number = names[finding.name, default: 0] + 1
      names[finding.name] = number
      let name = number == 1 ? finding.name : "\(finding.name) (\(number))" as SafeText
      write(finding, name: name, className: run?.title ?? finding.file, to: &sink)
    }
    sink.write("    <system-out/>\n    <system-err/>\n  </testsuite>\n" as StaticString)
  }

  private func write(
    _ finding: Finding, name: SafeText, className: String, to sink: inout MemorySink
  ) {
    sink.write("    <testcase" as StaticString)
    write([("name", name), ("classname", "\(className)"), ("time", "0")], to: &sink)
    switch finding.outcome {
    case .passed:
      sink.write("/>\n" as StaticString)
      return
    case .skipped:
      sink.write(">\n      <skipped" as StaticString)
      write([("message", finding.problem)], to: &sink)
      sink.write("/>\n" as StaticString)
    case .failed, .refused:
      let element = finding.outcome == .refused ? "error" : "failure"
      sink.write(">\n      <\(element)")
      write([("message", finding.problem), ("type", "\(finding.kind.rawValue)")], to: &sink)
      let place: SafeText = "\(finding.file):\(finding.place)"
      let lines = [place] + finding.explanation
      sink.write(">\(Self.text(lines.joined(separator: "\n")))</\(element)>\n")
    }
    sink.write("    </testcase>\n" as StaticString)
  }

  private func write(_ attributes: Attributes, to sink: inout MemorySink) {
    for attribute in attributes {
      sink.write(" \(attribute.name)=\"\(Self.text(attribute.value))\"")
    }
  }

  /// Text without markup, and without commands of the service that shows it. Safe text contains no
  /// characters that XML 1.0 forbids.
  private static func text(_ text: SafeText) -> String {
    text.inert.string.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

/// Findings as workflow commands, which GitHub shows next to the lines of the specs.
package struct GitHubReport {
  private let report: SpecReport

  /// Further lines of an explanation are only counted. (The runner cuts a message at 4,096 characters.)
  private static let shownLines = 60

  package init(_ report: SpecReport) { self.report = report }

  /// The commands, one a line.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    for run in report.runs {
      for finding in run.findings where [.failed, .refused].contains(finding.outcome) {
        write(finding, title: "\(finding.name) on \(run.dump)", to: &sink)
      }
    }
    for finding in report.strictFindings { write(finding, title: finding.name, to: &sink) }
    return sink.bytes
  }

  private func write(_ finding: Finding, title: SafeText, to sink: inout MemorySink) {
    var lines = finding.explanation
    if lines.count > Self.shownLines {
      let rest = lines.count - Self.shownLines + 1
      lines = lines.prefix(Self.shownLines - 1) + ["… \(rest) more lines"]
    }
    // The name must lead to the file, so nothing in it is made inert.
    sink.write("::error file=\(Self.property(SafeText(finding.file))),line=\(finding.place)")
    if let column = finding.column { sink.write(",col=\(column)") }
    let text = lines.joined(separator: "\n")
    sink.write(",title=\(Self.property(title.inert))::\(Self.data(text.inert))\n")
  }

  /// A message, as the runner decodes it.
  private static func data(_ text: SafeText) -> String {
    text.string.replacing(["%": "%25", "\n": "%0A"])
  }

  /// A property's value, as the runner decodes it.
  private static func property(_ text: SafeText) -> String {
    data(text).replacing([":": "%3A", ",": "%2C"])
  }
}
