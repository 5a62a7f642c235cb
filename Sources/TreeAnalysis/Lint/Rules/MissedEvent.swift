import TreeSnapshot

extension LintRule {
  /// An event that came before its receiver was registered.
  static let missedEvent = LintRule(
    "missed-event", .warning,
    looksFor: "An event that was raised before its receiver registered for it.",
    definition: """
      Reported at a subscription of the tree, where the journal has an event for it that went through \
      its model's session before the model first registered for it: one that no model received, or one \
      that was raised when the model was in the tree already. Needs a journal.
      """,
    remedy: "Register before the event is raised, such as in the initializer.",
    needs: .journal
  ) { subject in
    let (snapshot, names) = (subject.snapshot, subject.names)
    let missed = Dictionary(grouping: names.missed.indices) { names.missed[$0].id }
    if missed.isEmpty { return [] }
    return snapshot.positions.flatMap { node -> [LintFinding] in
      guard let numbers = missed[names.id(of: node)] else { return [] }
      let own = snapshot[node].subscriptions
      return numbers.compactMap { number in
        guard let place = own.firstIndex(where: names.missed[number].isMissed(by:)) else {
          return nil
        }
        let index = snapshot.columns.subscriptions(of: node).startIndex + place
        return LintFinding(
          .missed(MessageKey(snapshot.columns.nodes.subscriptions[index]), Int32(number)),
          at: subject.place(ofSubscription: index))
      }
    }
  }
}

extension MissedEvent {
  fileprivate func isMissed(by subscription: Subscription) -> Bool {
    subscription.kind == .event && subscription.domain == message.domain
      && subscription.code == code
  }
}
