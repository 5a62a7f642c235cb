import TextIO
import TreeSnapshot

extension LintRule {
  /// Messages that may lead to each other without end.
  static let messageCycle = LintRule(
    "message-cycle", .note,
    looksFor: "Models whose messages go in a circle: each takes what the one before can raise.",
    definition: """
      Reported once for a group of two or more models that messages lead around in, at the first of \
      them, with the shortest way back to it. Known is which messages a model raises, and who takes \
      them; no tree says in which handler a message is raised. If each model raises its message while \
      it handles the one before, they never end. A model that takes a message of its own isn't \
      reported for that.
      """,
    remedy: "Check that one of the handlers doesn't raise its message every time."
  ) { subject in
    MessageFlow(subject).cycles().map { steps in
      LintFinding(
        .cycle(steps), at: subject.place(of: steps[0].raiser),
        LintRelation("goes to", subject.place(of: steps[1].raiser)))
    }
  }
}

/// A message on its way around: the next step's raiser takes it, the first one's after the last step.
struct CycleStep {
  /// The position of the model that raises it.
  let raiser: Int
  let message: MessageKey
}
