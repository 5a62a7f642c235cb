import TreeSnapshot

extension LintRule {
  /// A registration that no known raiser leads to.
  static let unreachableRegistration = LintRule(
    "unreachable-registration", .warning,
    looksFor: "A registration for a message whose known raisers all stand where it cannot come "
      + "from.",
    definition: """
      Told at a registration where models are known to raise the message, and none of them stands at \
      or below it; for an event, none in a session whose events come by. Where nobody says that they \
      raise the message, nothing is known and nothing is told.
      """,
    remedy: "Move the registration above the raiser, or for an event into its session; where "
      + "somebody below raises it, let that model say so with mayRaise."
  ) { subject in
    let subscriptions = subject.snapshot.columns.subscriptions
    return subscriptions.indices.compactMap { index in
      let key = LintSubject.Key(subscriptions[index])
      let node = Int(subject.registrationNodes[index])
      let raisers = subject.raisers(of: key)
      guard let first = raisers.first, !subject.repeatedRegistrations[index] else { return nil }
      let isReached =
        key.kind == .event
        ? subject.events.comes(key, to: node)
        : raisers.first(within: subject.snapshot[node].subtree) != nil
      if isReached { return nil }
      let message = subject.message(key)
      return LintObservation(
        place: subject.place(ofRegistration: index),
        reason: "\(message) never comes here: "
          + (key.kind == .event
            ? "it goes down from the sessions in which it is known to be raised, and this model "
              + "stands outside of them"
            : "nobody who is known to raise it stands here or below"),
        message: message, related: [LintRelation("raised by", subject.place(of: first))])
    }
  }
}

extension [Int] {
  /// The first of these ascending positions within a range.
  func first(within range: Range<Int>) -> Int? {
    let place = firstPlace(from: range.lowerBound)
    return place < count && self[place] < range.upperBound ? self[place] : nil
  }
}
