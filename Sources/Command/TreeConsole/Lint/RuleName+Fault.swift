import TextIO
import TreeAnalysis

extension RuleName {
  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}
