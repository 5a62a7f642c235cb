package import TextIO
import TreeAnalysis
import TreeSnapshot

/// The result of a spec, in lines for a person.
package struct ResultText {
  private let result: SpecResult
  private let tree: String

  /// - Parameters:
  ///   - result: the result.
  ///   - tree: the tree's name: its dump's path, or the app's name.
  package init(_ result: SpecResult, tree: String) {
    self.result = result
    self.tree = tree
  }

  /// The text without color.
  package var plain: String {
    var text = StyledText(isColored: false)
    write(to: &text)
    return text.text
  }

  /// Adds the lines to a text.
  package func write(to text: inout StyledText) {
    let title = result.spec.title.map { " \"\($0)\"" } ?? ""
    let checks = counted(result.checks.count, "check")
    if result.isPassed {
      text.line([("ok    ", .green), ("\(result.spec.name)\(title): \(checks)", .plain)])
      return
    }
    let skipped = result.checks.count { $0.outcome == .skipped }
    text.line([
      ("FAIL  ", .red), ("\(result.spec.name)\(title)", .bold),
      (
        " on \(tree): \(result.failureCount) of \(checks) failed"
          + (skipped > 0 ? ", \(skipped) skipped" : ""), .plain
      ),
    ])
    let words = FindingWords(result)
    for check in result.checks {
      guard let explanation = words.explanation(of: check) else { continue }
      text.line([])
      text.line([("  line \(check.line)  ", .dim), ("\(check.name)", .bold)])
      if check.outcome == .skipped {
        text.line([("    skipped: ", .yellow), (explanation.problem, .plain)])
      } else {
        for line in explanation.lines { text.line(line.isEmpty ? [] : [("    ", .plain)] + line) }
      }
    }
    text.line([])
  }
}

extension Explanation {
  /// A part of a line, with its color.
  typealias Part = (text: SafeText, color: Color)

  /// The problem, the tree and what else there is to say.
  var lines: [[Part]] {
    var lines: [[Part]] = comment.map { [($0, .dim)] } + [[(problem, .plain)]]
    if !rows.isEmpty { lines.append([]) }
    let width = min(48, rows.map { $0.depth * 2 + $0.text.count }.max() ?? 0)
    for row in rows {
      let text = SafeText(repeating: "  ", count: row.depth) + row.text
      let color = row.mark.color
      lines.append(
        [("\(row.mark.rawValue) ", color)]
          + (row.note.isEmpty
            ? [(text, color)] : [(text.padded(to: width), color), ("  \(row.note)", .dim)]))
    }
    return lines + details.map { [("  \($0)", .plain)] }
  }
}

extension StyledText {
  /// Adds a line in which no part is a command of the service that reads it.
  fileprivate mutating func line(_ parts: [Explanation.Part]) {
    for part in parts { append(GitHubReport.inert(part.text), part.color) }
    line()
  }
}

extension AnnotatedRow.Mark {
  fileprivate var color: Color {
    switch self {
    case .none: .plain
    case .missing: .red
    case .extra: .green
    case .different: .yellow
    case .moved: .violet
    }
  }
}
