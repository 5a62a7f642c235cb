import TreeSnapshot

extension LintRule {
  /// An event that a model raises and no model receives.
  static let unheardEvent = LintRule(
    "unheard-event", .warning,
    looksFor: "An event that a model is known to raise and that no model of its session receives.",
    definition: """
      Reported at each model that declares to raise the event, where no model of the session that \
      the event goes down from, local sessions within it included, is registered for the code or \
      for its whole domain.
      """,
    remedy: "Register the model that should act, in the same session, or do not raise it here."
  ) { subject in
    subject.raises(of: .event).compactMap { key, raise in
      let session = subject.sessions.session(ofEventsFrom: raise.node)
      let subtree = subject.snapshot[session].subtree
      guard subject.taker(of: key, within: subtree) == nil else { return nil }
      let outside = subject.taker(of: key, within: subject.snapshot.positions).map {
        LintRelation(.registeredOutsideSession, subject.place(ofSubscription: $0.index))
      }
      return LintFinding(
        .unheard(key, session: Int32(session)), at: subject.place(of: raise.node), outside)
    }
  }
}
