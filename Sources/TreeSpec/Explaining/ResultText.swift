package import TextIO
import TreeSnapshot

/// What came of a spec, in lines for a person.
package struct ResultText {
  /// A part of a line and its color.
  package struct Part: Hashable, Sendable {
    package var text: String
    package var color: Color
  }

  /// The lines, each as its parts.
  package private(set) var lines: [[Part]] = []

  /// - Parameters:
  ///   - result: what came of it.
  ///   - tree: what the tree is called: its dump's path, or the app's name.
  package init(_ result: SpecResult, tree: String) {
    let name = SafeText.escape(result.spec.name)
    let title = result.spec.title.map { " \"\(SafeText.escape($0))\"" } ?? ""
    let count = result.checks.count
    let checks = count == 1 ? "1 check" : "\(count) checks"
    if result.isPassed {
      line(("ok    ", .green), ("\(name)\(title): \(checks)", .plain))
      return
    }
    let skipped = result.checks.count { $0.outcome == .skipped }
    line(
      ("FAIL  ", .red), ("\(name)\(title)", .bold),
      (
        " on \(SafeText.escape(tree)): \(result.failureCount) of \(checks) failed"
          + (skipped > 0 ? ", \(skipped) skipped" : ""), .plain
      ))
    for check in result.checks where check.outcome != .passed { explain(check) }
    line()
  }

  /// What came of one check, as it is told within the text of the whole.
  package init(_ check: SpecResult.Check) {
    explain(check)
    lines.removeFirst()
  }

  /// The lines without color.
  package var plain: String {
    lines.map { $0.map(\.text).joined() + "\n" }.joined()
  }

  private mutating func line(_ parts: (String, Color)...) {
    lines.append(parts.map { Part(text: $0.0, color: $0.1) })
  }

  private mutating func explain(_ check: SpecResult.Check) {
    line()
    let name = SafeText.escape(check.name)
    line(("  line \(check.line)  ", .dim), (name, .bold))
    let problem = SafeText.escape(check.problem)
    if check.outcome == .skipped {
      line(("    skipped: ", .yellow), (problem, .plain))
      return
    }
    line(("    \(problem)", .plain))
    if !check.rows.isEmpty { line() }
    let width = min(48, check.rows.map { $0.depth * 2 + $0.text.count }.max() ?? 0)
    for row in check.rows {
      let text = String(repeating: "  ", count: row.depth) + row.text
      let padding = String(repeating: " ", count: max(0, width - text.count))
      line(
        ("    \(row.mark.rawValue) ", row.mark.color), (text, row.mark.color),
        (row.note.isEmpty ? "" : "\(padding)  \(row.note)", .dim))
    }
    for detail in check.details { line(("      \(detail)", .plain)) }
  }
}

extension AnnotatedRow.Mark {
  var color: Color {
    switch self {
    case .none: .plain
    case .missing: .red
    case .extra: .green
    case .different: .yellow
    case .moved: .violet
    }
  }
}
