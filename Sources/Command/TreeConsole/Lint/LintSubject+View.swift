import TextIO
import TreeAnalysis
import TreeSnapshot

extension RuleName {
  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}

extension LintSubject {
  /// Prepares the tree of a view.
  ///
  /// - Parameter raised: More messages that models are known to raise, by the types of the models.
  init(of view: View, raising raised: [String: [DeclaredMessage]] = [:]) throws {
    self.init(try view.state().snapshot.raising(raised))
  }
}
