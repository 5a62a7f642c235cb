import TextIO
import TreeAnalysis
import TreeSnapshot

/// What lint found, for a person: by rule, the new findings, then how many there are.
struct LintText {
  let result: LintResult
  /// Whether every finding is shown, the known ones too.
  let showsAll: Bool
  let isColored: Bool

  /// Of one rule that many are shown; they are all of the same sort.
  private static let limit = 10

  var text: String {
    var text = StyledText(isColored: isColored)
    for (rule, items) in result.byRule {
      let shown = items.filter { showsAll || !$0.isKnown }
      guard let severity = shown.first?.finding.severity else { continue }
      text.append(severity.rawValue, severity.color)
      text.append(": ")
      text.append(rule.name, .bold)
      text.line(shown.count == 1 ? "" : ", \(shown.count) findings")
      let limit = showsAll ? shown.count : Self.limit
      for item in shown.prefix(limit) { write(item, to: &text) }
      if shown.count > limit {
        text.line("  and \(shown.count - limit) more; --all shows every one", .dim)
      }
      text.line("  way out: \(rule.remedy)")
      text.line()
    }
    writeStale(to: &text)
    text.line(summary)
    if !result.disabled.isEmpty {
      text.line("switched off: \(result.disabled.joined(separator: ", "))", .dim)
    }
    return text.text
  }

  private func write(_ item: LintResult.Item, to text: inout StyledText) {
    let observation = item.finding.observation
    text.append("  ")
    write(observation.place, to: &text)
    text.line(item.isKnown ? "  (known)" : "", .dim)
    text.line("    \(observation.reason)")
    for relation in observation.related {
      text.append("    \(relation.what): ", .dim)
      write(relation.place, to: &text)
      text.line()
    }
  }

  private func write(_ place: LintPlace, to text: inout StyledText) {
    text.append("\(place.path) #\(place.id)")
    if let source = place.source { text.append("  \(SafeText.escape(source))", .dim) }
  }

  private func writeStale(to text: inout StyledText) {
    guard !result.stale.isEmpty else { return }
    text.line("recorded and no longer found")
    let limit = showsAll ? result.stale.count : Self.limit
    for entry in result.stale.prefix(limit) {
      text.line("  \(entry.rule)  \(entry.path)")
      text.line("    \(entry.reason)", .dim)
    }
    if result.stale.count > limit {
      text.line("  and \(result.stale.count - limit) more; --all shows every one", .dim)
    }
    text.line("  way out: Write the baseline again with --write-baseline.")
    text.line()
  }

  /// `3 findings: 1 error, 2 warnings; 1 new, 2 known`
  private var summary: String {
    let looked =
      "\(counted(result.rules.count, "rule")) looked at \(counted(result.modelCount, "model"))"
    var summary = "nothing found: \(looked)"
    if !result.items.isEmpty {
      let severities = LintSeverity.allCases.compactMap { severity in
        let count = result.items.count { $0.finding.severity == severity }
        return count == 0 ? nil : counted(count, severity.rawValue)
      }
      summary =
        "\(counted(result.items.count, "finding")): \(severities.joined(separator: ", "))"
    }
    if result.hasBaseline {
      summary += "; \(result.newCount) new, \(result.knownCount) known"
      if !result.stale.isEmpty { summary += ", \(result.stale.count) no longer found" }
    }
    return summary
  }
}

extension LintSeverity {
  fileprivate var color: Color {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}
