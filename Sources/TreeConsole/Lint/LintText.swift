import TextIO
import TreeAnalysis

/// What lint found, for a person: by rule, the new findings, then how many there are.
struct LintText {
  let result: LintResult
  /// Whether every finding is shown, the known ones too.
  let showsAll: Bool
  /// How many findings of one rule are shown; they are all of the same sort.
  let limit: Int

  /// How many those are, where nothing else is asked for.
  static let usualLimit = 10
  private static let more: SafeText = "more; --all shows every one"

  func write(to text: inout StyledText) {
    for (rule, items) in result.byRule {
      let shown = items.filter { showsAll || !$0.isKnown }
      guard let severity = shown.first?.finding.severity else { continue }
      text.append("\(severity)", severity.color)
      text.append(": ")
      text.append("\(rule.name)", .bold)
      text.line(shown.count == 1 ? "" : ", \(shown.count) findings")
      text.list(shown, limit: limit, more: Self.more) { write($0, to: &$1) }
      text.line("  remedy: \(rule.remedy)")
      text.line()
    }
    writeStale(to: &text)
    text.line(summary)
    if !result.disabled.isEmpty {
      text.line("switched off: \(result.disabled.joined(separator: ", "))", .dim)
    }
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
    text.append(place.source.map { "  \($0)" } ?? "", .dim)
  }

  private func writeStale(to text: inout StyledText) {
    guard !result.stale.isEmpty else { return }
    text.line("recorded and no longer found")
    text.list(result.stale, limit: limit, more: Self.more) { entry, text in
      text.line("  \(entry.rule)  \(entry.path)")
      text.line("    \(entry.reason)", .dim)
    }
    text.line("  remedy: Write the baseline again with --write-baseline.")
    text.line()
  }

  /// `3 findings: 1 error, 2 warnings; 1 new, 2 known`
  private var summary: SafeText {
    var summary: SafeText
    if result.items.isEmpty {
      summary = "nothing found: \(counted(result.rules.count, "rule")) looked at "
      summary += counted(result.modelCount, "model")
    } else {
      let severities = LintSeverity.allCases.compactMap { severity -> SafeText? in
        let count = result.items.count { $0.finding.severity == severity }
        return count == 0 ? nil : counted(count, "\(severity)")
      }
      summary = "\(counted(result.items.count, "finding")): \(severities.joined(separator: ", "))"
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
