import TextIO
import TreeAnalysis
import TreeSnapshot

// The result of lint as text: the new findings by rule, then the counts.
extension LintResult {
  /// The default number of findings to show for each rule.
  static let usualLimit = 10

  /// - Parameter limit: The maximum number of findings to show for each rule, all of the same kind.
  func write(to text: inout StyledText, limit: Int) {
    let groups = Dictionary(grouping: new, by: \.rule.name)
    for rule in rules {
      guard let findings = groups[rule.name] else { continue }
      text.append("\(rule.severity)", rule.severity.color)
      text.append(": ")
      text.append("\(rule.name)", .bold)
      text.line(findings.count == 1 ? "" : ", \(findings.count) findings")
      text.list(findings, limit: limit) { $0.write(to: &$1) }
      text.line("  remedy: \(rule.remedy)")
      text.line()
    }
    if !stale.isEmpty {
      text.line("recorded and no longer found")
      text.list(stale, limit: limit) { entry, text in
        text.line("  \(entry.rule)  \(entry.path)")
        text.line("    \(entry.reason)", .dim)
      }
      text.line("  remedy: Write the baseline again with --write-baseline.")
      text.line()
    }
    if !disabled.isEmpty {
      text.line("switched off: \(disabled.joined(separator: ", "))", .dim)
    }
    text.line(summary)
  }

  /// `3 findings: 1 error, 2 warnings; 1 new, 2 known`
  private var summary: SafeText {
    var summary: SafeText
    if findings.isEmpty {
      summary = "nothing found: \(counted(rules.count, "rule")) looked at "
      summary += counted(modelCount, "model")
    } else {
      let severities = LintSeverity.counts(findings.map(\.rule.severity))
      summary = "\(counted(findings.count, "finding")): \(severities)"
    }
    if hasBaseline {
      summary += "; \(new.count) new, \(findings.count - new.count) known"
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
      json.array("findings", of: findings.prefix(limit)) { $0.write(to: &$1) }
      json.write("new", new.count)
      json.write("known", findings.count - new.count)
      json.array("stale", of: stale) { entry, json in
        json.write("rule", entry.rule)
        json.write("path", entry.path)
        json.write("reason", entry.reason)
      }
      json.write("disabled", disabled)
    }
  }
}

extension LintFinding {
  fileprivate func write(to text: inout StyledText) {
    text.append("  ")
    place.write(to: &text)
    text.line()
    text.line("    \(reason)")
    if let relation {
      text.append("    \(relation.what): ", .dim)
      relation.place.write(to: &text)
      text.line()
    }
  }

  fileprivate func write(to json: inout JSONObject) {
    json.write("rule", rule.name)
    json.write("severity", rule.severity.rawValue)
    json.write("state", isKnown ? "known" : "new")
    place.write(to: &json)
    if let message {
      json.object("message") { $0.write(message) }
    }
    json.write("reason", reason)
    json.write("remedy", rule.remedy)
    if let relation {
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

  /// `1 error, 2 warnings`
  static func counts(_ severities: [LintSeverity]) -> SafeText {
    allCases.compactMap { severity -> SafeText? in
      let count = severities.count { $0 == severity }
      return count == 0 ? nil : counted(count, "\(severity)")
    }.joined(separator: ", ")
  }
}

// As a SARIF 2.1.0 log: one line per rule and per result.
extension LintResult {
  /// - Parameter dump: The place of models without a source: GitHub takes no result without one.
  func sarif(of dump: String) -> JSONText {
    .object { json in
      json.write("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.write("version", "2.1.0")
      json.array("runs") { runs in
        runs.object { run in
          run.object("tool") { tool in
            tool.object("driver") { driver in
              driver.write("name", "modeltree")
              driver.write("version", Version.current)
              driver.array("rules", .lines, of: rules) { rule, json in rule.write(to: &json) }
            }
          }
          run.array("results", .lines, of: findings) { finding, json in
            finding.write(to: &json, of: dump)
          }
        }
      }
    }
  }
}

extension LintFinding {
  fileprivate func write(to json: inout JSONObject, of dump: String) {
    json.write("ruleId", rule.name)
    json.write("level", rule.severity.rawValue)
    json.writeMessage("message", place.source == nil ? "\(place.path): \(reason)" : reason)
    json.array("locations") { $0.object { place.writeLocation(to: &$0, of: dump) } }
    json.write("baselineState", isKnown ? "unchanged" : "new")
  }
}

extension LintRule {
  fileprivate func write(to json: inout JSONObject) {
    json.write("id", name)
    json.writeMessage("shortDescription", SafeText(looksFor))
    json.writeMessage("fullDescription", SafeText(looksFor))
    json.writeMessage("help", SafeText(remedy))
    json.object("defaultConfiguration") { $0.write("level", severity.rawValue) }
  }
}

extension LintPlace {
  fileprivate func writeLocation(to json: inout JSONObject, of dump: String) {
    let (file, line) = source.flatMap(SARIFText.fileAndLine) ?? (dump, 1)
    json.object("physicalLocation") { json in
      json.object("artifactLocation") { $0.write("uri", SARIFText.uri(of: file)) }
      json.object("region") { $0.write("startLine", Int(line)) }
    }
    json.array("logicalLocations") { $0.object { $0.write("fullyQualifiedName", path) } }
  }
}

extension JSONObject {
  /// Writes a member whose value is a message.
  fileprivate mutating func writeMessage(_ key: String, _ text: SafeText) {
    object(key) { $0.write("text", SARIFText.message(text)) }
  }
}
