import TextIO
import TreeSnapshot

/// What came of specs in the Test Anything Protocol, version 13: a point for each check, for each
/// problem of a refused spec and for each spec that no run used.
///
/// Nothing is used that readers of version 13 do not know: no nested tests, no pragmas.
package struct TAPReport {
  private let report: SpecReport

  /// - Parameter report: what is told.
  package init(_ report: SpecReport) { self.report = report }

  /// The whole stream.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    sink.write("TAP version 13\n" as StaticString)
    let runs = report.runs.map { (dump: ReportItem.shown($0.dump), items: $0.items) }
    let unused = report.unusedItems
    sink.write("1..\(runs.reduce(unused.count) { $0 + $1.items.count })\n")
    var number = 0
    for run in runs {
      for item in run.items {
        number += 1
        write(item, number, dump: run.dump, to: &sink)
      }
    }
    for item in unused {
      number += 1
      write(item, number, dump: nil, to: &sink)
    }
    return sink.bytes
  }

  private func write(
    _ item: ReportItem, _ number: Int, dump: String?, to sink: inout MemorySink
  ) {
    let file = ReportItem.shown(item.file)
    let isRight = item.outcome == .passed || item.outcome == .skipped
    let place = dump.map { " on \($0), \(item.place)" } ?? ""
    sink.write("\(isRight ? "ok" : "not ok") \(number) - ")
    sink.write(Self.escaped("\(file)\(place): \(item.name)"))
    if item.outcome == .skipped { sink.write(" # SKIP \(Self.escaped(item.problem))") }
    sink.write("\n" as StaticString)
    if !isRight { writeDiagnosis(of: item, file: file, to: &sink) }
  }

  /// A block of YAML: what names can be in stands in quotes, as JSON writes them, or is indented.
  private func writeDiagnosis(of item: ReportItem, file: String, to sink: inout MemorySink) {
    func value(_ key: StaticString, _ text: String) {
      sink.write(key)
      JSONString.write(text, to: &sink)
      sink.write("\n" as StaticString)
    }
    sink.write("  ---\n" as StaticString)
    value("  message: ", item.problem)
    value("  severity: ", item.outcome == .failed ? "fail" : "error")
    value("  kind: ", item.kind)
    sink.write("  at:\n" as StaticString)
    value("    file: ", file)
    sink.write("    line: \(item.line)\n")
    if let column = item.column { sink.write("    column: \(column)\n") }
    // Indented text and not a list: Perl's reader stops at items that hold colons. Its first line
    // says where lines begin, and so begins with no space.
    sink.write("  explanation: |\n" as StaticString)
    for (index, line) in item.explanation.enumerated() {
      sink.write("    \(index == 0 ? String(line.drop { $0 == " " }) : line)\n")
    }
    sink.write("  ...\n" as StaticString)
  }

  /// A description in which no letter begins a directive.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
