import TextIO
import TreeAnalysis

/// What lint found, for a person: by rule, the new findings, then how many there are.
struct LintText {
  let result: LintResult
  /// Whether every finding is shown, the known ones too.
  let showsAll: Bool
  /// How many findings of one rule are shown; they are all of the same sort.
  let limit: Int
  /// The files that were written, and how many findings each holds.
  let written: [(name: String, count: Int)]

  /// How many those are, where nothing else is asked for.
  static let usualLimit = 10
  private static let more: SafeText = "more; --all shows every one"

  func write(to text: inout StyledText) {
    for group in result.groups {
      let count = showsAll ? group.count : group.newCount
      if count == 0 { continue }
      text.append("\(group.severity)", group.severity.color)
      text.append(": ")
      text.append("\(group.rule.name)", .bold)
      text.line(count == 1 ? "" : ", \(count) findings")
      let shown = group.items.lazy.filter { showsAll || !$0.isKnown }
      text.list(shown, limit: limit, more: Self.more) { write($0, to: &$1) }
      text.line("  remedy: \(group.rule.remedy)")
      text.line()
    }
    writeStale(to: &text)
    if !result.disabled.isEmpty {
      text.line("switched off: \(result.disabled.joined(separator: ", "))", .dim)
    }
    for file in written {
      text.line("\(file.name): \(counted(file.count, "finding")) written")
    }
    text.line(summary)
  }

  private func write(_ item: LintResult.Item, to text: inout StyledText) {
    let finding = item.finding
    text.append("  ")
    write(finding.place, to: &text)
    text.line(item.isKnown ? "  (known)" : "", .dim)
    text.line("    \(finding.reason)")
    if let relation = finding.relation {
      text.append("    \(relation.what): ", .dim)
      write(relation.place, to: &text)
      text.line()
    }
  }

  private func write(_ place: LintPlace, to text: inout StyledText) {
    let label: SafeText = place.label.map { " \($0)" } ?? ""
    text.append("\(place.path)\(label) #\(place.id)")
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
    if result.groups.isEmpty {
      summary = "nothing found: \(counted(result.rules.count, "rule")) looked at "
      summary += counted(result.modelCount, "model")
    } else {
      let severities = LintSeverity.allCases.compactMap { severity -> SafeText? in
        let count = result.groups.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        return count == 0 ? nil : counted(count, "\(severity)")
      }
      summary = "\(counted(result.count, "finding")): \(severities.joined(separator: ", "))"
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
