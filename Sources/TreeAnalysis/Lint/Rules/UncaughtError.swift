import TreeSnapshot

extension LintRule {
  /// An error that a model raises and nobody handles.
  static let uncaughtError = LintRule(
    "uncaught-error", .error,
    looksFor: "An error that a model is known to raise and that nobody from there up handles.",
    definition: """
      Told at each model that says it raises the error, where neither the model itself nor one above \
      it is registered for the code or for its whole domain. An error that nobody says they raise \
      is not looked at here.
      """,
    remedy: "Register a model above it for this code or for its whole domain, the root session if "
      + "no other."
  ) { $0.raisedInVain(.error) }

  /// A bubble that a model raises and nobody handles.
  static let unhandledBubble = LintRule(
    "unhandled-bubble", .warning,
    looksFor: "A bubble that a model is known to raise and that nobody from there up handles.",
    definition: """
      Told at each model that says it raises the bubble, where neither the model itself nor one \
      above it is registered for the code or for its whole domain: it rises and nothing happens.
      """,
    remedy: "Register the model above it that should act, or do not raise it here."
  ) { $0.raisedInVain(.bubble) }
}

extension LintSubject {
  /// Every raiser of an error or a bubble that ends nowhere.
  fileprivate func raisedInVain(_ kind: Message.Kind) -> [LintObservation] {
    let columns = snapshot.columns
    var result: [LintObservation] = []
    for node in snapshot.positions {
      let raised = columns.raises(of: node)
      for index in raised.indices
      where raised[index].kind == kind && upward.takers[index] < 0 && !repeatedRaises[index] {
        let key = Key(raised[index])
        let message = message(key)
        let elsewhere = taker(of: key, within: snapshot.positions).map {
          LintRelation("registered for it, but not above", place(ofRegistration: $0.index))
        }
        result.append(
          LintObservation(
            place: place(of: node),
            reason: "\(message) is raised here, and no model from here up to the root is "
              + "registered for it",
            message: message, related: elsewhere.map { [$0] } ?? []))
      }
    }
    return result
  }
}
