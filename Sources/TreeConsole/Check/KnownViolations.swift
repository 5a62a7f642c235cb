import TextIO
import TreeSpec

/// What breaks rules, against what is recorded.
struct KnownViolations {
  /// All that is found.
  private(set) var found: [Baseline.Entry] = []
  /// What is recorded and not found yet, by how often.
  private var left: [Baseline.Entry: Int] = [:]

  /// - Parameter known: what is recorded; nil for nothing.
  init(_ known: Baseline?) {
    for entry in known?.entries ?? [] { left[entry, default: 0] += 1 }
  }

  /// Marks the checks of rules of which all that is wrong is recorded.
  mutating func mark(_ result: inout SpecResult, dump: String) {
    let words = FindingWords(result)
    for index in result.checks.indices {
      let entries = words.violations(of: result.checks[index]).map {
        Baseline.Entry(fields: [$0.rule, dump, $0.path] + $0.facts)
      }
      if entries.isEmpty { continue }
      found += entries
      // What is partly new is shown whole.
      var rest = left
      let isKnown = entries.allSatisfy { entry in
        guard let count = rest[entry], count > 0 else { return false }
        rest[entry] = count - 1
        return true
      }
      if isKnown { left = rest }
      result.checks[index].isKnown = isKnown
    }
  }

  /// How much is recorded and no longer found.
  var staleCount: Int { left.values.reduce(0, +) }
}
