import TreeSnapshot

extension LintRule {
  /// An event that a model raises and nobody hears.
  static let unheardEvent = LintRule(
    "unheard-event", .warning,
    looksFor: "An event that a model is known to raise and that nobody in its session hears.",
    definition: """
      Told at each model that says it raises the event, where no model of the session that the event \
      goes down from, local sessions within it included, is registered for the code or for its whole \
      domain.
      """,
    remedy: "Register the model that should act, in the same session, or do not raise it here."
  ) { subject in
    let columns = subject.snapshot.columns
    var result: [LintObservation] = []
    for node in subject.snapshot.positions {
      let raised = columns.raises(of: node)
      for index in raised.indices
      where raised[index].kind == .event && !subject.repeatedRaises[index] {
        let key = LintSubject.Key(raised[index])
        let part = subject.events.part(ofRaiser: node)
        guard subject.taker(of: key, within: part) == nil else { continue }
        let message = subject.message(key)
        let outside = subject.taker(of: key, within: subject.snapshot.positions)
        result.append(
          LintObservation(
            place: subject.place(of: node),
            reason: "\(message) is raised here, and no model of the session "
              + "\(subject.place(of: part.lowerBound).path) is registered for it",
            message: message,
            related: outside.map {
              [
                LintRelation(
                  "registered for it, but outside of the session",
                  subject.place(ofRegistration: $0.index))
              ]
            } ?? []))
      }
    }
    return result
  }
}
