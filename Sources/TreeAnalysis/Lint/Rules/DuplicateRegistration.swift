import TreeSnapshot

extension LintRule {
  /// A model that is registered for the same thing twice.
  static let duplicateRegistration = LintRule(
    "duplicate-registration", .warning,
    looksFor: "A model that is registered for the same message more than once.",
    definition: """
      Reported once for a model and a message, where the model has several subscriptions for the \
      same code, or several for the same whole domain. A code and its whole domain are no duplicate.
      """,
    remedy: "Keep one of the subscriptions."
  ) { subject in
    let columns = subject.snapshot.columns
    var result: [LintFinding] = []
    for node in subject.snapshot.positions where columns.hasLists(at: node) {
      let own = columns.subscriptions(of: node)
      if own.count < 2 || !subject.repeatedSubscriptions[own.indices].contains(true) { continue }
      var first: [MessageKey: Int] = [:]
      var reported: Set<MessageKey> = []
      for index in own.indices {
        let key = MessageKey(own[index])
        guard let earlier = first[key] else {
          first[key] = index
          continue
        }
        guard reported.insert(key).inserted else { continue }
        result.append(
          LintFinding(
            .duplicate(key), at: subject.place(ofSubscription: index),
            LintRelation(.firstSubscription, subject.place(ofSubscription: earlier))))
      }
    }
    return result
  }
}
