package import TextIO

// What a spec says of a tree, in lines for a person.
extension SpecRun {
  /// The text without color.
  package var text: String {
    var text = StyledText(isColored: false)
    write(to: &text)
    return text.text
  }

  /// Appends the lines to a text.
  ///
  /// - Parameter isOfSeveral: whether the spec is also checked against other trees.
  package func write(to text: inout StyledText, isOfSeveral: Bool = false) {
    let title: SafeText = self.title.map { " \"\($0)\"" } ?? ""
    let checks = counted(findings.count, "check")
    let skipped = count(.skipped)
    let rest: SafeText = skipped > 0 ? ", \(skipped) skipped" : ""
    switch outcome {
    case .refused:
      let first = findings.first { $0.outcome == .refused }
      text.append("ERROR ", .red)
      text.line(
        first?.kind == .spec && first?.column != nil
          ? "\(spec): \(counted(count(.refused), "fault")) to correct first"
          : "\(spec)\(isOfSeveral ? " on \(dump)" : ""): \(first?.problem ?? "")")
      return
    case .passed, .skipped:
      text.append("ok    ", .green)
      text.line("\(spec)\(title)\(isOfSeveral ? " on \(dump)" : ""): \(checks)\(rest)")
      return
    case .failed: break
    }
    text.append("FAIL  ", .red)
    text.append("\(spec)\(title)", .bold)
    text.line(" on \(dump): \(count(.failed)) of \(checks) failed\(rest)")
    for finding in findings where finding.outcome != .passed {
      text.line()
      text.append("  line \(finding.line)  ", .dim)
      text.line(finding.name, .bold)
      if finding.outcome == .skipped {
        text.append("    skipped: ", .yellow)
        text.line(finding.problem)
      } else {
        finding.write(to: &text, indent: "    ")
      }
    }
    text.line()
  }
}

extension Finding {
  /// The sign and the color of each mark.
  private static let signs: [Row.Mark: (sign: SafeText, color: Color)] = [
    .missing: ("-", .red), .extra: ("+", .green), .different: ("~", .yellow),
    .moved: (">", .magenta),
  ]
  /// A note begins at most this far behind a name.
  private static let noteColumn = 40

  /// Writes everything but the name.
  package func write(to text: inout StyledText, indent: SafeText = "") {
    text.line(indent + problem)
    if !rows.isEmpty { text.line() }
    let shown = rows.prefix(Self.shownRows)
    let width = min(Self.noteColumn, shown.map { 2 * $0.depth + $0.text.columns }.max() ?? 0)
    for row in shown {
      let (sign, color) = Self.signs[row.mark] ?? (" ", .plain)
      text.append(indent)
      text.append("\(sign) ", color)
      let start = SafeText(repeating: "  ", count: row.depth) + row.text
      if row.note.isEmpty {
        text.line(start, color)
      } else {
        text.append(start.padded(to: width) + "  ", color)
        text.line(row.note, .dim)
      }
    }
    let rest = rows.dropFirst(Self.shownRows)
    if !rest.isEmpty {
      let marked = rest.count { $0.mark != .none }
      text.line(indent + "  … \(rest.count) more lines, \(marked) of them marked")
    }
    for line in details { text.line(indent + "  " + line) }
    if passing.isEmpty { return }
    text.line(indent + (passing.count == 1 ? "this line would pass:" : "these lines would pass:"))
    for line in passing { text.line(indent + "  " + line) }
  }

  /// The problem and everything that explains it, in lines.
  package var explanation: [SafeText] {
    var text = StyledText(isColored: false)
    write(to: &text)
    return text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { SafeText(lines: String($0)) }
  }
}
