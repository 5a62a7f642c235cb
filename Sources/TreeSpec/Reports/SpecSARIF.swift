import TextIO
import TreeSnapshot

/// What failed, as a SARIF 2.1.0 log of one run: a result for each place in which a tree's shape
/// differs, for each other failed check, for each problem of a refused spec and for each spec that no
/// run used. A skipped check is a result that is open.
package struct SpecSARIF {
  private let report: SpecReport

  /// - Parameter report: what is told.
  package init(_ report: SpecReport) { self.report = report }

  /// The whole log.
  package var bytes: [UInt8] {
    var sink = MemorySink()
    let rules = SpecSARIFResult.Rule.allCases.map(\.description)
    SARIFLog.begin(version: report.version, rules: rules, to: &sink)
    var counts: [[String]: Int] = [:]
    let results =
      report.runs.flatMap(\.sarifResults) + report.unused.map(SpecSARIFResult.init(unused:))
    for (index, result) in results.enumerated() {
      sink.write(index > 0 ? ",\n" : "\n")
      counts[result.identity, default: 0] += 1
      result.write(count: counts[result.identity] ?? 1, to: &sink)
    }
    SARIFLog.end(&sink)
    return GitHubReport.inert(json: sink.bytes)
  }
}

/// One result of the log.
struct SpecSARIFResult {
  var rule: Rule
  /// Whether nothing is known because of what else is wrong.
  var isOpen = false
  var message: String
  var place: SARIFPlace
  var related: [(what: String, place: SARIFPlace)] = []
  /// What stays the same in the next run: nothing of lines, ids and messages.
  var identity: [String]

  func write(count: Int, to sink: inout MemorySink) {
    let ruleIndex = Rule.allCases.firstIndex(of: rule) ?? 0
    sink.write("{\"ruleId\": \"\(rule.rawValue)\", \"ruleIndex\": \(ruleIndex)")
    let level = isOpen ? "none" : rule.description.level.rawValue
    sink.write(", \"kind\": \"\(isOpen ? "open" : "fail")\", \"level\": \"\(level)\"")
    sink.write(", \"message\": " as StaticString)
    SARIFLog.writeMessage(message, to: &sink)
    sink.write(", \"locations\": [" as StaticString)
    place.write(to: &sink)
    sink.write("]" as StaticString)
    for (index, relation) in related.enumerated() {
      sink.write(index > 0 ? ", " : ", \"relatedLocations\": [")
      relation.place.write(message: relation.what, to: &sink)
    }
    if !related.isEmpty { sink.write("]" as StaticString) }
    let fingerprint = SARIFText.fingerprint(of: identity, count: count)
    sink.write(", \"partialFingerprints\": {\"ruleSpecText/v1\": \"\(fingerprint)\"}}")
  }
}
