import TextIO
import TreeAnalysis

/// The results of specs as JUnit XML: a suite for each run, a case for each check, and a suite of
/// unused specs.
///
/// Several schemas exist. The report is valid by Jenkins's (`junit-10.xsd`) and by the one for
/// Ant's reports, which is stricter: it requires every attribute that is here, none for
/// `testsuites`, and the elements `properties`, `system-out`, and `system-err`.
package struct JUnitReport {
  private let report: SpecReport

  /// Ant's schema requires the time of a suite. Servers that read reports know when a job ran; so
  /// unless times are requested, the same input gives the same bytes.
  private static let timestamp: SafeText = "1970-01-01T00:00:00"

  /// Creates a report.
  package init(_ report: SpecReport) { self.report = report }

  private typealias Attributes = [(name: StaticString, value: SafeText)]

  /// A run, or all unused specs.
  private struct Suite {
    var name: SafeText
    var package: SafeText
    var properties: Attributes
    var items: [ReportItem]
    var times: SpecRun.Times?

    func count(_ outcomes: ReportItem.Outcome...) -> Int {
      items.count { outcomes.contains($0.outcome) }
    }
  }

  /// The whole document.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" as StaticString)
    for (id, suite) in suites.enumerated() { write(suite, id, to: &sink) }
    sink.write("</testsuites>\n" as StaticString)
    return sink.bytes
  }

  private var suites: [Suite] {
    var suites = report.runs.map { run in
      var properties: Attributes = [
        ("spec", "\(run.spec)"), ("dump", "\(run.dump)"), ("version", "\(report.version)"),
      ]
      if case .checked(let result) = run.outcome, let title = result.spec.title {
        properties.append(("title", "\(title)"))
      }
      return Suite(
        name: "\(run.spec) on \(run.dump)", package: "\(run.spec)", properties: properties,
        items: run.items, times: run.times)
    }
    for (name, items) in [
      ("unused specs" as SafeText, report.unusedItems),
      ("dumps without a spec", report.missingItems),
    ] where !items.isEmpty {
      suites.append(
        Suite(
          name: name, package: name, properties: [("version", "\(report.version)")],
          items: items))
    }
    return suites
  }

  private func write(_ suite: Suite, _ id: Int, to sink: inout MemorySink) {
    sink.write("  <testsuite")
    write(
      [
        ("name", suite.name), ("package", suite.package), ("id", "\(id)"),
        ("tests", "\(suite.items.count)"), ("failures", "\(suite.count(.failed, .unused))"),
        ("errors", "\(suite.count(.refused))"), ("skipped", "\(suite.count(.skipped, .noted))"),
        ("time", suite.times.map { Self.seconds($0.duration) } ?? "0"),
        ("timestamp", suite.times.map { "\($0.start)" } ?? Self.timestamp),
        ("hostname", "localhost"),
      ], to: &sink)
    sink.write(">\n    <properties>\n" as StaticString)
    for property in suite.properties {
      sink.write("      <property" as StaticString)
      write([("name", "\(property.name)"), ("value", property.value)], to: &sink)
      sink.write("/>\n" as StaticString)
    }
    sink.write("    </properties>\n" as StaticString)
    for item in suite.items { write(item, to: &sink) }
    sink.write("    <system-out/>\n    <system-err/>\n  </testsuite>\n" as StaticString)
  }

  /// A time in seconds, with its milliseconds.
  private static func seconds(_ duration: Duration) -> SafeText {
    let milliseconds = Int(duration / .milliseconds(1))
    let digits = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(String(digits))"
  }

  private func write(_ item: ReportItem, to sink: inout MemorySink) {
    sink.write("    <testcase" as StaticString)
    let name = item.outcome == .unused ? item.name : "\(item.place): \(item.name)"
    write([("name", name), ("classname", "\(item.file)"), ("time", "0")], to: &sink)
    switch item.outcome {
    case .passed:
      sink.write("/>\n" as StaticString)
      return
    case .skipped, .noted:
      sink.write(">\n      <skipped" as StaticString)
      write([("message", item.problem)], to: &sink)
      sink.write("/>\n" as StaticString)
    case .failed, .refused, .unused:
      let element = item.outcome == .refused ? "error" : "failure"
      sink.write(">\n      <\(element)")
      write([("message", item.problem), ("type", "\(item.kind.rawValue)")], to: &sink)
      sink.write(">\(Self.text(item.explanation.joined(separator: "\n")))</\(element)>\n")
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

/// Failures as workflow commands, which GitHub shows next to the lines of the specs: an error for
/// each failed check and each problem of a refused spec, a warning for each unused spec.
package struct GitHubReport {
  private let report: SpecReport

  /// Further lines of an explanation are only counted. (The runner cuts a message at 4,096
  /// characters.)
  private static let shownLines = 60

  /// Creates a report.
  package init(_ report: SpecReport) { self.report = report }

  /// The commands, one a line.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    for run in report.runs {
      for item in run.items {
        guard let command = Self.command(for: item) else { continue }
        // The message of a problem contains its name.
        let name = item.outcome == .refused ? "spec error" : item.name
        write(command, item, title: "\(name) on \(run.dump)", to: &sink)
      }
    }
    for item in report.unusedItems { write("warning", item, title: item.name, to: &sink) }
    for item in report.missingItems { write("error", item, title: item.name, to: &sink) }
    return sink.bytes
  }

  /// Nil for items that don't appear next to lines.
  private static func command(for item: ReportItem) -> String? {
    switch (item.outcome, item.severity) {
    case (.failed, .warning?): "warning"
    case (.failed, _), (.refused, _): "error"
    case (.noted, .note?): "notice"
    default: nil
    }
  }

  private func write(
    _ command: String, _ item: ReportItem, title: SafeText, to sink: inout MemorySink
  ) {
    // The name must lead to the file, so nothing in it is changed.
    let line = item.differingLine ?? item.line
    sink.write("::\(command) file=\(Self.property(SafeText(item.file))),line=\(line)")
    if let column = item.column { sink.write(",col=\(column)") }
    let text = item.explanation(atMost: Self.shownLines).joined(separator: "\n")
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
