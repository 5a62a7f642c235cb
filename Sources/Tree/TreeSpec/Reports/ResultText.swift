package import TextIO
import TreeAnalysis
import TreeSnapshot

/// The result of a spec, in lines for a person.
package struct ResultText {
  private let result: SpecResult
  private let tree: String
  private let isOfSeveral: Bool

  /// - Parameters:
  ///   - result: the result.
  ///   - tree: the tree's name: its dump's path, or the app's name.
  ///   - isOfSeveral: whether the spec is also checked against other trees.
  package init(_ result: SpecResult, tree: String, isOfSeveral: Bool = false) {
    self.result = result
    self.tree = tree
    self.isOfSeveral = isOfSeveral
  }

  /// The text without color.
  package var plain: String {
    var text = StyledText(isColored: false)
    write(to: &text)
    return text.text
  }

  /// Appends the lines to a text.
  package func write(to text: inout StyledText) {
    let title = result.spec.title.map { " \"\($0)\"" } ?? ""
    let checks = counted(result.checks.count, "check")
    let counts = counts
    let isNoted = result.checks.contains { $0.outcome == .noted }
    if result.isPassed, !isNoted {
      text.line([
        ("ok    ", .green), ("\(result.spec.name)\(title)\(isRun ? " on \(tree)" : ""): ", .plain),
        (([checks] + counts).joined(separator: ", "), .plain),
      ])
      return
    }
    let failed: SafeText = "\(result.failureCount) of \(checks) failed"
    text.line([
      result.isPassed ? ("note  ", .yellow) : ("FAIL  ", .red),
      ("\(result.spec.name)\(title)", .bold),
      (" on \(tree): \(([failed] + counts).joined(separator: ", "))", .plain),
    ])
    let words = FindingWords(result)
    for check in result.checks where check.outcome != .known {
      // Rules that don't apply are only counted.
      if check.outcome == .skipped, check.rule != nil { continue }
      guard let explanation = words.explanation(of: check) else { continue }
      text.line([])
      let place: SafeText =
        check.source.map { "\($0.name) line \(check.line)" } ?? "line \(check.line)"
      let rule: SafeText = check.rule.map { "\($0.name): " } ?? ""
      text.line([("  \(place)  ", .dim), ("\(rule)\(check.name)", .bold)])
      if check.outcome == .skipped {
        text.line([("    skipped: ", .yellow), (explanation.problem, .plain)])
      } else {
        for line in explanation.lines { text.line(line.isEmpty ? [] : [("    ", .plain)] + line) }
      }
    }
    text.line([])
  }

  /// Whether one spec is checked against several trees.
  private var isRun: Bool { isOfSeveral || !result.spec.allRules.isEmpty }

  /// The numbers of checks that neither passed nor failed.
  private var counts: [SafeText] {
    let checks = result.checks
    let isRule = checks.contains { $0.outcome == .skipped && $0.rule != nil }
    let kinds: [(SpecResult.Check.Outcome, SafeText)] = [
      (.noted, "noted"), (.known, "known"), (.skipped, isRule ? "not applicable" : "skipped"),
    ]
    return kinds.compactMap { outcome, word in
      let count = checks.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(word)"
    }
  }
}

extension Explanation {
  /// A part of a line, with its color.
  typealias Part = (text: SafeText, color: Color)

  /// The problem, the tree, and further details.
  var lines: [[Part]] {
    var lines: [[Part]] = comment.map { [($0, .dim)] } + [[(problem, .plain)]]
    if !rows.isEmpty { lines.append([]) }
    let width = min(48, rows.map { $0.depth * 2 + $0.text.columns }.max() ?? 0)
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
  /// Adds a line, with any command of the service that shows it disabled.
  fileprivate mutating func line(_ parts: [Explanation.Part]) {
    for part in parts { append(part.text.inert, part.color) }
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
    case .moved: .magenta
    }
  }
}
