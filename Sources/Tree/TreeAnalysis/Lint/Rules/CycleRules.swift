import TextIO
package import TreeSnapshot

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
  ///
  /// Reported once per circle if the journal has it at least three times at a stretch, each message
  /// raised while the handler of the one before ran; at the first of its models that is in the
  /// tree. Requires a journal.
  static let messageStorm = LintRule(
    name: "message-storm", severity: .warning,
    looksFor: "Messages whose handlers raised each other in a circle, again and again.",
    remedy: "Let one of the handlers raise its message only if something has changed.",
    needs: .journal
  ) { subject in
    (subject.cycles ?? []).compactMap { cycle in
      guard cycle.run >= ObservedCycle.leastRun else { return nil }
      let nodes = cycle.steps.lazy.compactMap { subject.snapshot.position(ofID: $0.id) }
      return nodes.first.map { LintFinding(.storm(cycle), at: subject.place(of: $0)) }
    }
    .sorted { $0.place.id < $1.place.id }
  }
}
