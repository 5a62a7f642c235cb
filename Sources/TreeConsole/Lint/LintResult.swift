import TreeAnalysis
import TreeSnapshot

/// The result of lint, compared with a baseline.
struct LintResult {
  /// A finding, and whether it is known.
  struct Item {
    var finding: LintFinding
    var isKnown: Bool
  }

  /// The findings of one rule.
  struct Group {
    let rule: LintRule
    let severity: LintSeverity
    fileprivate let findings: [LintFinding]
    /// By finding: whether it is known.
    fileprivate let isKnown: [Bool]
    /// The number of new findings.
    let newCount: Int

    var count: Int { findings.count }

    /// The findings, in the order of the tree.
    var items: some Sequence<Item> {
      zip(findings, isKnown).lazy.map { Item(finding: $0, isKnown: $1) }
    }
  }

  /// The findings, in the order of the rules.
  let groups: [Group]
  /// The entries of the baseline that no longer occur, for rules that ran; sorted.
  let stale: [Baseline.Entry]
  /// The rules that ran.
  let rules: [LintRule]
  /// The names of the disabled rules, in the order of the rules.
  let disabled: [String]
  /// The number of models in the tree.
  let modelCount: Int
  /// Whether there was a baseline to compare with.
  let hasBaseline: Bool

  /// The entries of the baseline for rules that didn't run.
  private let untouched: [Baseline.Entry]

  /// The new baseline: the findings, and the old entries of rules that didn't run. Costs sorting
  /// them.
  var baseline: Baseline {
    let found = groups.flatMap { group in
      group.findings.map { Baseline.Entry($0, of: group.rule) }
    }
    return Baseline(found + untouched, .lint)
  }

  /// Runs the rules that the settings enable.
  init(_ subject: LintSubject, _ settings: LintSettings, known: Baseline?) {
    rules = settings.rules.filter(subject.canRun)
    disabled = LintRule.all.map(\.name).filter(settings.disabled.contains)
    modelCount = subject.snapshot.count
    hasBaseline = known != nil

    var counts: [Baseline.Entry: Int] = [:]
    for entry in known?.entries ?? [] { counts[entry, default: 0] += 1 }
    groups = settings.findings(in: subject).map { found in
      let rule = found.rule
      let isKnown = found.findings.map { finding in
        if counts.isEmpty { return false }
        let entry = Baseline.Entry(finding, of: rule)
        for entry in [entry, Baseline.Entry(version1: finding, of: rule)] {
          guard let count = counts[entry], count > 0 else { continue }
          counts[entry] = count - 1
          return true
        }
        return false
      }
      return Group(
        rule: rule, severity: found.severity, findings: found.findings, isKnown: isKnown,
        newCount: isKnown.count { !$0 })
    }
    let ran = Set(rules.map(\.name))
    stale = counts.filter { ran.contains($0.key.rule) }
      .flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
    untouched = (known?.entries ?? []).filter { !ran.contains($0.rule) }
  }

  /// The number of findings.
  var count: Int { groups.reduce(0) { $0 + $1.count } }
  /// The number of new findings.
  var newCount: Int { groups.reduce(0) { $0 + $1.newCount } }
  /// Whether there is a new error or warning; a note may only mean that a model doesn't exist yet.
  var isWorseThanKnown: Bool {
    groups.contains { $0.newCount > 0 && $0.severity != .note }
  }
  /// The number of known findings.
  var knownCount: Int { count - newCount }
}
