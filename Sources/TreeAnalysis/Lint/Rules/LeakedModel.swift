import TextIO
import TreeSnapshot

extension LintRule {
  /// A model that has left the tree and is still alive.
  static let leakedModel = LintRule(
    "leaked-model", .warning,
    looksFor: "A model that has left the tree and is still alive.",
    definition: """
      Told at each model that left a live tree and that somebody holds; not at what it holds itself. \
      A dump does not tell what has left, and there the rule does not run.
      """,
    remedy: "Find who holds it, most often a closure without [weak self], a timer or a signal "
      + "subscription; 'leaks' lists what it holds in turn.",
    needsLiveTree: true
  ) { subject in
    (subject.left ?? []).filter { $0.holder == nil }.map { model in
      LintObservation(
        place: LintPlace(
          path: model.path ?? SafeText.escape(model.type), id: model.id, source: model.source),
        reason: "left the tree and is still alive: somebody outside of the tree holds it",
        message: nil)
    }
  }
}
