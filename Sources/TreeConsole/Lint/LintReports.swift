import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

// The result of lint as text: the new findings by rule, then the counts.
extension LintResult {
  /// The default number of findings to show for each rule.
  static let usualLimit = 10
  private static let more: SafeText = "more; --all shows every one"

  /// - Parameters:
  ///   - showsAll: Whether to show every finding, including the known ones.
  ///   - limit: The maximum number of findings to show for each rule, all of the same kind.
  ///   - written: The files that were written, and the number of findings in each.
  func write(
    to text: inout StyledText, showsAll: Bool, limit: Int, written: [(name: String, count: Int)]
  ) {
    for group in groups {
      let count = showsAll ? group.count : group.newCount
      if count == 0 { continue }
      text.append("\(group.severity)", group.severity.color)
      text.append(": ")
      text.append("\(group.rule.name)", .bold)
      text.line(count == 1 ? "" : ", \(count) findings")
      let shown = group.items.lazy.filter { showsAll || !$0.isKnown }
      text.list(shown, limit: limit, more: Self.more) { $0.write(to: &$1) }
      text.line("  remedy: \(group.rule.remedy)")
      text.line()
    }
    if !stale.isEmpty {
      text.line("recorded and no longer found")
      text.list(stale, limit: limit, more: Self.more) { entry, text in
        text.line("  \(entry.rule)  \(entry.path)")
        text.line("    \(entry.reason)", .dim)
      }
      text.line("  remedy: Write the baseline again with --write-baseline.")
      text.line()
    }
    if !disabled.isEmpty {
      text.line("switched off: \(disabled.joined(separator: ", "))", .dim)
    }
    for file in written {
      text.line("\(file.name): \(counted(file.count, "finding")) written")
    }
    text.line(summary)
  }

  /// `3 findings: 1 error, 2 warnings; 1 new, 2 known`
  private var summary: SafeText {
    var summary: SafeText
    if groups.isEmpty {
      summary = "nothing found: \(counted(rules.count, "rule")) looked at "
      summary += counted(modelCount, "model")
    } else {
      let severities = LintSeverity.allCases.compactMap { severity -> SafeText? in
        let count = groups.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        return count == 0 ? nil : counted(count, "\(severity)")
      }
      summary = "\(counted(count, "finding")): \(severities.joined(separator: ", "))"
    }
    if hasBaseline {
      summary += "; \(newCount) new, \(knownCount) known"
      if !stale.isEmpty { summary += ", \(stale.count) no longer found" }
    }
    return summary
  }
}

// As JSON, whose keys are part of the contract; the help of `lint` documents them.
extension LintResult {
  /// - Parameter limit: The maximum number of findings.
  func json(limit: Int) -> JSONText {
    .object { json in
      json.array("findings") { array in
        for (group, item) in groups.lazy.flatMap({ group in group.items.map { (group, $0) } })
          .prefix(limit)
        {
          array.object { item.write(to: &$0, in: group) }
        }
      }
      json.write("new", newCount)
      json.write("known", knownCount)
      json.array("stale", of: stale) { entry, json in
        json.write("rule", entry.rule)
        json.write("path", entry.path)
        json.write("reason", entry.reason)
      }
      json.write("disabled", disabled)
    }
  }
}

extension LintResult.Item {
  fileprivate func write(to text: inout StyledText) {
    text.append("  ")
    finding.place.write(to: &text)
    text.line(isKnown ? "  (known)" : "", .dim)
    text.line("    \(finding.reason)")
    for cause in finding.place.left?.causes ?? [] { text.line("    \(cause)", .dim) }
    if let relation = finding.relation {
      text.append("    \(relation.what): ", .dim)
      relation.place.write(to: &text)
      text.line()
    }
  }

  fileprivate func write(to json: inout JSONObject, in group: LintResult.Group) {
    json.write("rule", group.rule.name)
    json.write("severity", group.severity.rawValue)
    json.write("state", isKnown ? "known" : "new")
    finding.place.write(to: &json)
    if let message = finding.message {
      json.object("message") { $0.write(message) }
    }
    json.write("reason", finding.reason)
    json.write("remedy", group.rule.remedy)
    finding.place.left?.writeCauses(to: &json)
    if let relation = finding.relation {
      json.array("related") { related in
        related.object { json in
          json.write("what", relation.what)
          relation.place.write(to: &json)
        }
      }
    }
  }
}

extension LintPlace {
  fileprivate func write(to text: inout StyledText) {
    let label: SafeText = label.map { " \($0)" } ?? ""
    text.append("\(path)\(label) #\(id)")
    text.append(source.map { "  \($0)" } ?? "", .dim)
  }

  fileprivate func write(to json: inout JSONObject) {
    json.write("path", path)
    json.write("id", id)
    json.write("source", source)
  }
}

extension LintSeverity {
  var color: Color {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}
