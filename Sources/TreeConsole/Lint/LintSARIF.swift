import TextIO
import TreeAnalysis
import TreeSnapshot

/// What lint found, as a SARIF 2.1.0 log of one run.
struct LintSARIF {
  let result: LintResult
  let version: String

  var bytes: [UInt8] {
    var sink = MemorySink()
    SARIFLog.begin(version: version, rules: result.rules.map(SARIFRule.init), to: &sink)
    let places = Dictionary(
      uniqueKeysWithValues: result.rules.enumerated().map { ($1.name, $0) })
    var counts: [LintBaseline.Entry: Int] = [:]
    for (index, item) in result.items.enumerated() {
      sink.write(index > 0 ? ",\n" : "\n")
      let entry = LintBaseline.Entry(item.finding)
      counts[entry, default: 0] += 1
      write(
        item, ruleIndex: places[item.finding.rule],
        fingerprint: SARIFText.fingerprint(
          of: [entry.rule, entry.path, entry.reason], count: counts[entry] ?? 1), to: &sink)
    }
    SARIFLog.end(&sink)
    return sink.bytes
  }

  private func write(
    _ item: LintResult.Item, ruleIndex: Int?, fingerprint: String, to sink: inout MemorySink
  ) {
    let observation = item.finding.observation
    sink.write("{\"ruleId\": " as StaticString)
    JSONString.write(item.finding.rule, to: &sink)
    if let ruleIndex { sink.write(", \"ruleIndex\": \(ruleIndex)") }
    sink.write(", \"level\": \"\(item.finding.severity.rawValue)\", \"message\": ")
    SARIFLog.writeMessage(observation.reason.string, to: &sink)
    sink.write(", \"locations\": [" as StaticString)
    SARIFPlace(observation.place).write(to: &sink)
    sink.write("]" as StaticString)
    if !observation.related.isEmpty {
      sink.write(", \"relatedLocations\": [" as StaticString)
      for (index, relation) in observation.related.enumerated() {
        if index > 0 { sink.write(", " as StaticString) }
        SARIFPlace(relation.place).write(message: relation.what.string, to: &sink)
      }
      sink.write("]" as StaticString)
    }
    sink.write(", \"partialFingerprints\": {\"rulePathReason/v1\": \"\(fingerprint)\"}")
    sink.write(", \"baselineState\": \"\(item.isKnown ? "unchanged" : "new")\"}")
  }
}

extension SARIFRule {
  fileprivate init(_ rule: LintRule) {
    self.init(
      rule.name, Level(rule.severity), looksFor: rule.looksFor, definition: rule.definition,
      remedy: rule.remedy)
  }
}

extension SARIFRule.Level {
  fileprivate init(_ severity: LintSeverity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
  }
}

extension SARIFPlace {
  fileprivate init(_ place: LintPlace) { self.init(source: place.source, path: place.path.string) }
}
