import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

extension RuleName {
  /// - Throws: `ConsoleError` if a rule doesn't exist.
  static func check(_ name: String) throws(ConsoleError) {
    if let fault = fault(of: name) { throw ConsoleError(fault) }
  }

  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}

extension LintSubject {
  /// Prepares the tree of a view, with what its target knows beyond it: the models that left it,
  /// and its journal.
  ///
  /// - Parameter raised: More messages that models are known to raise, by the types of the models.
  init(of view: View, raising raised: [String: [DeclaredMessage]] = [:]) throws {
    let state = try view.state()
    let leaked = view.capabilities.contains(.leaks) ? try view.leakedModels() : nil
    let journal = view.capabilities.contains(.journal) ? try view.journal() : nil
    self.init(
      try state.snapshot.raising(raised),
      leaked: leaked,
      cycles: journal.map { look in
        JournalActivity(of: look.contents, until: view.moment ?? look.lastRecord).cycles
          .compactMap { $0.observed(in: state.tree - look.treeOffset) }
      })
  }
}

extension MessageCycle {
  /// The cycle in lint's form; nil if it isn't of that tree alone.
  fileprivate func observed(in tree: Int) -> ObservedCycle? {
    let steps = steps.compactMap { step in
      step.message.message.map { ObservedCycle.Step(id: step.raiser.id, message: $0) }
    }
    guard steps.count == self.steps.count,
      self.steps.allSatisfy({ $0.raiser.tree == tree })
    else { return nil }
    return ObservedCycle(steps: steps, run: longestRun, records: first...last)
  }
}
