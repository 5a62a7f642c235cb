import TreeSnapshot

extension LintRule {
  /// A subscription whose messages nearer ones take.
  static let shadowedHandler = LintRule(
    "shadowed-handler", .warning,
    looksFor: "A subscription that gets no message, because nearer ones take every one.",
    definition: """
      Reported at a subscription for one code of errors or bubbles where models below it are known \
      to raise the code, and a nearer handler takes it from every one of them. Not reported are a \
      handler that is shadowed for some of its models only, which is what handlers are for, and a \
      subscription for a whole domain, which catches what others leave.
      """,
    remedy: "Remove this subscription, or the nearer one that takes the message before it."
  ) { subject in
    let subscriptions = subject.snapshot.columns.nodes.subscriptions
    return subscriptions.indices.compactMap { index in
      let record = subscriptions[index]
      guard record.kind != .event, !record.code.isNone, !subject.takers.takes[index],
        !subject.repeatedSubscriptions[index]
      else { return nil }
      let key = MessageKey(record)
      let raises = subject.raises(for: key)
      guard let raise = raises.first(within: subject.subtree(ofSubscription: index)),
        let nearer = subject.takers.ofRaise[raise.index]
      else { return nil }
      return LintFinding(
        .shadowed(key), at: subject.place(ofSubscription: index),
        LintRelation(.nearerHandler, subject.place(ofSubscription: nearer)))
    }
  }
}
