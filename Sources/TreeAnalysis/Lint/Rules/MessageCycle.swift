import TextIO
package import TreeSnapshot

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

/// A message of a cycle: the next step's raiser handles it, or after the last step the first one's.
struct CycleStep {
  /// The position of the model that raises it.
  let raiser: Int
  let message: MessageKey
}

/// Messages that led to each other in a circle, according to a journal.
package struct ObservedCycle: Hashable, Sendable {
  /// The models of the circle, by id, each with the message that it raised.
  package var steps: [Step]
  /// The number of consecutive repetitions of the first message.
  package var run: Int
  /// The journal's records of the first and the last repetition.
  package var records: ClosedRange<Int>

  /// A model and its message.
  package struct Step: Hashable, Sendable {
    package var id: Int
    package var message: Message

    package init(id: Int, message: Message) {
      self.id = id
      self.message = message
    }
  }

  /// Creates a cycle.
  package init(steps: [Step], run: Int, records: ClosedRange<Int>) {
    self.steps = steps
    self.run = run
    self.records = records
  }

  /// The minimum number of repetitions to report.
  package static let leastRun = 3
}

extension LintRule {
  /// Messages that led to each other repeatedly.
  static let messageStorm = LintRule(
    "message-storm", .warning,
    looksFor: "Messages whose handlers raised each other in a circle, again and again.",
    definition: """
      Reported once per circle if the journal has it at least three times at a stretch, each message \
      raised while the handler of the one before ran; at the first of its models that is in the \
      tree. Requires a journal.
      """,
    remedy: "Let one of the handlers raise its message only if something has changed.",
    needs: .journal
  ) { subject in
    (subject.names.cycles ?? []).compactMap { cycle in
      guard cycle.run >= ObservedCycle.leastRun else { return nil }
      let nodes = cycle.steps.lazy.compactMap { subject.snapshot.position(ofID: $0.id) }
      return nodes.first.map { LintFinding(.storm(cycle), at: subject.place(of: $0)) }
    }
    .sorted { $0.place.id < $1.place.id }
  }
}
