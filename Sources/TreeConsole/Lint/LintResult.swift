import TreeAnalysis
import TreeSnapshot

/// What lint found, against what was known.
struct LintResult {
  /// A finding, and whether it is recorded.
  struct Item {
    var finding: LintFinding
    var isKnown: Bool
  }

  /// What one rule found.
  struct Group {
    let rule: LintRule
    let severity: LintSeverity
    fileprivate let findings: [LintFinding]
    /// Which of them are recorded.
    fileprivate let isKnown: [Bool]
    /// How many of them are not.
    let newCount: Int

    var count: Int { findings.count }

    /// The findings, in the order of the tree.
    var items: some Sequence<Item> {
      zip(findings, isKnown).lazy.map { Item(finding: $0, isKnown: $1) }
    }
  }

  /// What was found, in the order of the rules.
  let groups: [Group]
  /// What is recorded and no longer found, of the rules that ran; sorted.
  let stale: [Baseline.Entry]
  /// The rules that ran.
  let rules: [LintRule]
  /// The names of the rules that are switched off, in the order of the rules.
  let disabled: [String]
  /// How many models the tree has.
  let modelCount: Int
  /// Whether there was a baseline to compare with.
  let hasBaseline: Bool

  /// What is recorded of rules that did not run.
  private let untouched: [Baseline.Entry]

  /// What is to be recorded: the findings, and what is recorded of rules that did not run. Costs
  /// sorting them.
  var baseline: Baseline {
    let found = groups.flatMap { group in
      group.findings.map { Baseline.Entry($0, of: group.rule) }
    }
    return Baseline(found + untouched, .lint)
  }

  /// Runs the rules that the settings leave on.
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

  /// How many findings there are.
  var count: Int { groups.reduce(0) { $0 + $1.count } }
  /// How many findings are new.
  var newCount: Int { groups.reduce(0) { $0 + $1.newCount } }
  /// Whether an error or a warning is new; a note may only mean that a model is not there yet.
  var isWorseThanKnown: Bool {
    groups.contains { $0.newCount > 0 && $0.severity != .note }
  }
  /// How many findings are recorded.
  var knownCount: Int { count - newCount }
}
