import TextIO

/// Findings as JUnit XML: a suite for each run, a case for each finding.
///
/// A case is named by the spec's title and the line's text, and never by its number, so that its history
/// stays when a line is added above. The report is valid by Jenkins's schema (`junit-10.xsd`).
package enum JUnitReport {
  /// The whole document.
  package static func bytes(_ report: SpecReport) -> [UInt8] {
    let suites = report.allRuns.flatMap(suite)
    let lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"] + suites
    return Array((lines + ["</testsuites>", ""]).joined(separator: "\n").utf8)
  }

  private static func suite(_ run: SpecRun) -> [String] {
    func count(_ outcome: Finding.Outcome) -> SafeText { "\(run.count(outcome))" }
    let start = tag(
      "testsuite",
      [
        "name": "\(run.spec)\(run.dump.isEmpty ? "" : " on ")\(run.dump)",
        "tests": "\(run.findings.count)", "failures": count(.failed),
        "errors": count(.refused), "skipped": count(.skipped), "time": "0",
      ])
    var names: [SafeText: Int] = [:]
    let cases = run.findings.flatMap { finding in
      names[finding.name, default: 0] += 1
      let number = names[finding.name] ?? 1
      let name = number == 1 ? finding.name : "\(finding.name) (\(number))"
      let className = "\(run.title ?? finding.file)" as SafeText
      return testCase(finding, ["name": name, "classname": className, "time": "0"])
    }
    return ["  \(start)>"] + cases + ["  </testsuite>"]
  }

  private static func testCase(
    _ finding: Finding, _ attributes: KeyValuePairs<String, SafeText>
  ) -> [String] {
    let start = "    " + tag("testcase", attributes)
    let element: String
    switch finding.outcome {
    case .passed: return [start + "/>"]
    case .skipped: element = "skipped"
    case .failed: element = "failure"
    case .refused: element = "error"
    }
    let reason = tag(element, ["message": finding.problem, "type": "\(finding.kind.rawValue)"])
    let lines = ["\(finding.file):\(finding.place)"] + finding.explanation
    let text = text(lines.joined(separator: "\n"))
    return [start + ">", "      \(reason)>\(text)</\(element)>", "    </testcase>"]
  }

  /// The start of a tag.
  private static func tag(_ name: String, _ attributes: KeyValuePairs<String, SafeText>) -> String {
    "<\(name)" + attributes.map { " \($0.key)=\"\(text($0.value))\"" }.joined()
  }

  /// Text without markup, and without commands of the service that shows it. Safe text contains no
  /// characters that XML 1.0 forbids.
  private static func text(_ text: SafeText) -> String {
    text.inert.string.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

/// Findings as workflow commands, which GitHub shows next to the lines of the specs.
package enum GitHubReport {
  /// The commands, one a line.
  package static func bytes(_ report: SpecReport) -> [UInt8] {
    let commands = report.allRuns.flatMap { run in
      run.findings.filter { [.failed, .refused].contains($0.outcome) }.map { finding in
        command(finding, title: run.dump.isEmpty ? finding.name : "\(finding.name) on \(run.dump)")
      }
    }
    return Array(commands.joined().utf8)
  }

  private static func command(_ finding: Finding, title: SafeText) -> String {
    // The name must lead to the file, so nothing in it is made inert.
    let file = property(SafeText(finding.file))
    let column = finding.column.map { ",col=\($0)" } ?? ""
    let text = data(finding.explanation.joined(separator: "\n").inert)
    return "::error file=\(file),line=\(finding.place)\(column),title=\(property(title.inert))"
      + "::\(text)\n"
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
