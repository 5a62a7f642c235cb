import TextIO
import TreeAnalysis

extension SARIFLog {
  /// What lint found.
  init(_ result: LintResult) {
    var counts: [LintBaseline.Entry: Int] = [:]
    self.init(
      version: Version.current, rules: result.rules.map(SARIFRule.init),
      results: result.items.map { item in
        // The words of version 1 name the same finding in the logs of every version.
        let entry = LintBaseline.Entry(version1: item.finding)
        counts[entry, default: 0] += 1
        return SARIFResult(item, SARIFText.fingerprint(of: entry.fields, count: counts[entry] ?? 1))
      })
  }
}

extension SARIFResult {
  fileprivate init(_ item: LintResult.Item, _ fingerprint: String) {
    let finding = item.finding
    self.init(
      rule: finding.rule, level: SARIFRule.Level(finding.severity),
      message: finding.observation.reason, place: Place(finding.observation.place),
      related: finding.observation.related.map { Relation($0.what, Place($0.place)) },
      fingerprint: fingerprint, isKnown: item.isKnown)
  }
}

extension SARIFResult.Place {
  fileprivate init(_ place: LintPlace) { self.init(source: place.source, path: place.path) }
}

extension SARIFRule {
  fileprivate init(_ rule: LintRule) {
    self.init(
      rule.name, Level(rule.severity), looksFor: SafeText(rule.looksFor),
      definition: SafeText(rule.definition), remedy: SafeText(rule.remedy))
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
