import TreeSnapshot

extension LintRule {
  /// A model that should be gone.
  ///
  /// Reported at each model that left a live tree and is held from outside the tree, but not at the
  /// models that it holds. A dump doesn't record which models left, so the rule doesn't run on
  /// dumps.
  static let leakedModel = LintRule(
    name: "leaked-model", severity: .warning,
    looksFor: "A model that left the tree and is still alive.",
    remedy: "Find what holds it with 'leaks --why', most often a closure without [weak self], a "
      + "timer or a signal subscription; 'leaks' lists what it holds in turn.",
    needs: .leaks
  ) { subject in
    let leaked = subject.leaked ?? []
    return leaked.indices.filter { leaked[$0].holder == nil }.map { index in
      LintFinding(.leaked, at: subject.place(ofLeft: leaked[index]))
    }
  }
}
