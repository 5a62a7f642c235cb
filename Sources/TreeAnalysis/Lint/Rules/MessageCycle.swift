import TextIO
import TreeSnapshot

extension LintRule {
  /// Messages that may lead to each other without end.
  static let messageCycle = LintRule(
    "message-cycle", .note,
    looksFor: "Models whose messages form a cycle: each handles what the previous one can raise.",
    definition: """
      Reported once per group of two or more models whose messages form a cycle, at the first of \
      them, with the shortest way back to it. The tree shows which messages a model raises and \
      who handles them, not which handler raises them. If each model raises its message while \
      handling the one before, they never end. A model that handles its own message isn't \
      reported.
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
