import TextIO
import TreeSnapshot

extension LintRule {
  static let leakedModel = LintRule(
    "leaked-model", .warning,
    looksFor: "A model that left the tree and is still alive.",
    definition: """
      Reported at each model that left a live tree and is held from outside the tree, but not at \
      the models that it holds. With --why, the finding names the holder. A dump doesn't record \
      which models left, so the rule doesn't run on dumps.
      """,
    remedy: "Find what holds it with 'leaks --why', most often a closure without [weak self], a "
      + "timer or a signal subscription; 'leaks' lists what it holds in turn.",
    needs: .leaks
  ) { subject in
    let leaked = subject.names.leaked ?? []
    return leaked.indices.filter { leaked[$0].holder == nil }.map { index in
      LintFinding(.leaked, at: LintPlace(subject.names, left: leaked[index]))
    }
  }
}
