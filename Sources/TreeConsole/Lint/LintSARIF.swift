import TextIO
import TreeAnalysis
import TreeSnapshot

/// The result of lint as a SARIF 2.1.0 log: one line per rule and per result.
struct LintSARIF {
  private let result: LintResult
  /// The index of each rule among those that ran.
  private let ruleIndices: [String: Int]

  init(_ result: LintResult) {
    self.result = result
    ruleIndices = Dictionary(uniqueKeysWithValues: result.rules.enumerated().map { ($1.name, $0) })
  }

  var json: JSONText {
    .object { json in
      json.write("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.write("version", "2.1.0")
      json.array("runs") { $0.object { writeRun(to: &$0) } }
    }
  }

  private func writeRun(to run: inout JSONObject) {
    run.object("tool") { tool in
      tool.object("driver") { driver in
        driver.write("name", "modeltree")
        driver.write("version", Version.current)
        driver.array("rules", .lines, of: result.rules) { rule, json in rule.write(to: &json) }
      }
    }
    run.write("columnKind", "unicodeCodePoints")
    var counts: [Baseline.Entry: Int] = [:]
    run.array("results", .lines) { results in
      for group in result.groups {
        for item in group.items {
          // The sentences of version 1 identify a finding across all versions of the log.
          let entry = Baseline.Entry(version1: item.finding, of: group.rule)
          counts[entry, default: 0] += 1
          let fingerprint = SARIFText.fingerprint(of: entry.fields, count: counts[entry] ?? 1)
          results.object { write(item, in: group, fingerprint, to: &$0) }
        }
      }
    }
  }

  private func write(
    _ item: LintResult.Item, in group: LintResult.Group, _ fingerprint: String,
    to json: inout JSONObject
  ) {
    let finding = item.finding
    json.write("ruleId", group.rule.name)
    json.write("ruleIndex", ruleIndices[group.rule.name])
    json.write("level", group.severity.sarifLevel)
    json.writeMessage("message", finding.reason)
    json.array("locations") { $0.object { finding.place.write(to: &$0) } }
    let lines = finding.place.left?.causeLines ?? []
    if finding.relation != nil || !lines.isEmpty {
      json.array("relatedLocations") { locations in
        if let relation = finding.relation {
          locations.object { json in
            json.writeMessage("message", relation.what)
            relation.place.write(to: &json)
          }
        }
        for (what, line) in lines {
          locations.object { json in
            json.writeMessage("message", what)
            json.writePhysicalLocation(of: line)
          }
        }
      }
    }
    json.object("partialFingerprints") { $0.write("rulePathReason/v1", fingerprint) }
    json.write("baselineState", item.isKnown ? "unchanged" : "new")
  }
}

extension LintRule {
  fileprivate func write(to json: inout JSONObject) {
    json.write("id", name)
    json.writeMessage("shortDescription", SafeText(looksFor))
    json.writeMessage("fullDescription", SafeText(definition))
    json.writeMessage("help", SafeText(remedy))
    json.object("defaultConfiguration") { $0.write("level", severity.sarifLevel) }
  }
}

extension LeakedModel {
  /// Each line that may hold the model, and what it did.
  fileprivate var causeLines: [(what: SafeText, line: String)] {
    handlers.map { ("registered a handler", $0) }
      + work.map { ("started work that still runs", $0) }
  }
}

extension LintPlace {
  fileprivate func write(to json: inout JSONObject) {
    if let source { json.writePhysicalLocation(of: source) }
    json.array("logicalLocations") { $0.object { $0.write("fullyQualifiedName", path) } }
  }
}

extension LintSeverity {
  fileprivate var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

extension JSONObject {
  /// Writes a `file:line` as a place in an artifact, if it is one.
  fileprivate mutating func writePhysicalLocation(of source: String) {
    guard let (file, line) = SARIFText.fileAndLine(source) else { return }
    object("physicalLocation") { json in
      json.object("artifactLocation") { $0.write("uri", SARIFText.uri(of: file)) }
      json.object("region") { $0.write("startLine", Int(line)) }
    }
  }

  /// Writes a member whose value is a message.
  fileprivate mutating func writeMessage(_ key: String, _ text: SafeText) {
    object(key) { $0.write("text", SARIFText.message(text)) }
  }
}
