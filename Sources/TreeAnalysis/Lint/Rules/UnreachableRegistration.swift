import TreeSnapshot

extension LintRule {
  /// A subscription that no known raiser leads to.
  static let unreachableRegistration = LintRule(
    "unreachable-registration", .warning,
    looksFor: "A subscription for a message that cannot arrive from any model known to raise it.",
    definition: """
      Reported at a subscription where models are known to raise the message, but neither the \
      registered model nor one below it; for an event, where all of them are in other sessions. \
      Where no model declares to raise the message, nothing is reported.
      """,
    remedy: "Move the subscription above the raiser, or for an event into its session; where a "
      + "model below raises it, declare that with mayRaise."
  ) { subject in
    let subscriptions = subject.snapshot.columns.nodes.subscriptions
    return subscriptions.indices.compactMap { index in
      let key = MessageKey(subscriptions[index])
      let raises = subject.raises(for: key)
      guard let first = raises.first, !subject.repeatedSubscriptions[index] else { return nil }
      let subtree = subject.subtree(ofSubscription: index)
      let isReached =
        key.kind == .event
        ? subject.eventParts[key]?.contain(subtree.lowerBound) ?? false
        : raises.first(within: subtree) != nil
      if isReached { return nil }
      return LintFinding(
        .unreachable(key), at: subject.place(ofSubscription: index),
        LintRelation(.raiser, subject.place(of: first.node)))
    }
  }
}
