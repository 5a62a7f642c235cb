import TreeSnapshot

extension LintRule {
  /// A registration whose messages are all taken by nearer ones.
  static let shadowedHandler = LintRule(
    "shadowed-handler", .warning,
    looksFor: "A registration that nothing is left for, because nearer ones take every message.",
    definition: """
      Told at a registration for one code of errors or bubbles where models below it are known to \
      raise the code, and a nearer handler takes it from every one of them. A handler that is \
      shadowed for a part of its models only is what handlers are for, and a registration for a \
      whole domain is a net for what is left over: neither is told.
      """,
    remedy: "Remove this registration, or the nearer one that takes the message before it."
  ) { subject in
    let subscriptions = subject.snapshot.columns.subscriptions
    return subscriptions.indices.compactMap { index in
      let record = subscriptions[index]
      guard record.kind != .event, !record.code.isNone, subject.upward.received[index] == 0,
        !subject.repeatedRegistrations[index]
      else { return nil }
      let key = LintSubject.Key(record)
      let subtree = subject.snapshot[Int(subject.registrationNodes[index])].subtree
      guard let raiser = subject.raisers(of: key).first(within: subtree),
        let nearer = subject.taker(of: key, raisedAt: raiser)
      else { return nil }
      let message = subject.message(key)
      return LintObservation(
        place: subject.place(ofRegistration: index),
        reason: "\(message) never comes here: whoever is known to raise it has a nearer handler",
        message: message,
        related: [LintRelation("nearer handler", subject.place(ofRegistration: nearer))])
    }
  }
}

extension LintSubject {
  /// The registration that takes a message which a node is known to raise.
  fileprivate func taker(of key: Key, raisedAt node: Int) -> Int? {
    let raised = snapshot.columns.raises(of: node)
    let index = raised.indices.first { Key(raised[$0]) == key }
    return index.map { Int(upward.takers[$0]) }.flatMap { $0 < 0 ? nil : $0 }
  }
}
