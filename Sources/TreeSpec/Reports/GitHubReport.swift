import TextIO
import TreeAnalysis
import TreeSnapshot

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
