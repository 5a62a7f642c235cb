import TreeAnalysis
import TreeSnapshot

/// What lint found, against what was known.
struct LintResult {
  /// A finding, and whether it is recorded.
  struct Item {
    var finding: LintFinding
    var isKnown: Bool
  }

  /// All findings, in the order of the rules and of the tree.
  let items: [Item]
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
    Baseline(items.map { Baseline.Entry($0.finding) } + untouched, .lint)
  }

  /// Runs the rules that the settings leave on.
  init(_ subject: LintSubject, _ settings: LintSettings, known: Baseline?) {
    rules = settings.rules.filter(subject.canRun)
    disabled = LintRule.all.map(\.name).filter(settings.disabled.contains)
    modelCount = subject.snapshot.count
    hasBaseline = known != nil

    var counts: [Baseline.Entry: Int] = [:]
    for entry in known?.entries ?? [] { counts[entry, default: 0] += 1 }
    items = settings.findings(in: subject).map { finding in
      if counts.isEmpty { return Item(finding: finding, isKnown: false) }
      for entry in [Baseline.Entry(finding), Baseline.Entry(version1: finding)] {
        if let count = counts[entry], count > 0 {
          counts[entry] = count - 1
          return Item(finding: finding, isKnown: true)
        }
      }
      return Item(finding: finding, isKnown: false)
    }
    let ran = Set(rules.map(\.name))
    stale = counts.filter { ran.contains($0.key.rule) }
      .flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
    untouched = (known?.entries ?? []).filter { !ran.contains($0.rule) }
  }

  /// How many findings are new.
  var newCount: Int { items.count { !$0.isKnown } }
  /// Whether an error or a warning is new; a note may only mean that a model is not there yet.
  var isWorseThanKnown: Bool {
    items.contains { !$0.isKnown && $0.finding.severity != .note }
  }
  /// How many findings are recorded.
  var knownCount: Int { items.count - newCount }

  /// The findings of each rule that has any, in the order of the rules.
  var byRule: [(rule: LintRule, items: ArraySlice<Item>)] {
    var start = 0
    return rules.compactMap { rule in
      let end = items[start...].firstIndex { $0.finding.rule != rule.name } ?? items.count
      defer { start = end }
      return start < end ? (rule, items[start..<end]) : nil
    }
  }
}
