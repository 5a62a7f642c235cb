import TreeSnapshot

extension LintRule {
  /// An error that a model raises and no model handles.
  static let uncaughtError = LintRule(
    "uncaught-error", .error,
    looksFor: "An error that a model is known to raise and that no model from there up handles.",
    definition: """
      Reported at each model that declares to raise the error, where neither the model itself nor \
      one above it is registered for the code or for its whole domain. The rule ignores an error \
      that no model declares to raise.
      """,
    remedy: "Register a model above it for this code or for its whole domain, such as the root "
      + "session."
  ) { $0.unhandled(.error) }

  /// A bubble that a model raises and no model handles.
  static let unhandledBubble = LintRule(
    "unhandled-bubble", .warning,
    looksFor: "A bubble that a model is known to raise and that no model from there up handles.",
    definition: """
      Reported at each model that declares to raise the bubble, where neither the model itself nor \
      one above it is registered for the code or for its whole domain: the bubble has no effect.
      """,
    remedy: "Register the model above it that should act, or do not raise it here."
  ) { $0.unhandled(.bubble) }
}

extension LintSubject {
  /// Every raiser of an error or a bubble that no model handles.
  fileprivate func unhandled(_ kind: Message.Kind) -> [LintFinding] {
    raises(of: kind).filter { takers.ofRaise[$0.entry.index] == nil }.map { key, raise in
      let elsewhere = taker(of: key, within: snapshot.positions).map {
        LintRelation(.registeredElsewhere, place(ofSubscription: $0.index))
      }
      return LintFinding(.unhandled(key), at: place(of: raise.node), elsewhere)
    }
  }
}
