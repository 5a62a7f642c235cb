import TreeSnapshot

extension LintRule {
  /// A model that is registered for the same thing twice.
  static let duplicateRegistration = LintRule(
    "duplicate-registration", .warning,
    looksFor: "A model that is registered for the same message more than once.",
    definition: """
      Told once for a model and a message, where the model holds several registrations for the same \
      code, or several for the same whole domain. A code beside its whole domain is no duplicate.
      """,
    remedy: "Keep one of the registrations."
  ) { subject in
    let columns = subject.snapshot.columns
    var result: [LintObservation] = []
    for node in subject.snapshot.positions {
      let own = columns.subscriptions(of: node)
      if own.count < 2 || !subject.repeatedRegistrations[own.indices].contains(true) { continue }
      var first: [LintSubject.Key: Int] = [:]
      var told: Set<LintSubject.Key> = []
      for index in own.indices {
        let key = LintSubject.Key(own[index])
        guard let earlier = first[key] else {
          first[key] = index
          continue
        }
        guard told.insert(key).inserted else { continue }
        let message = subject.message(key)
        result.append(
          LintObservation(
            place: subject.place(ofRegistration: index),
            reason: "this model is registered for \(message) more than once", message: message,
            related: [
              LintRelation("first registered", subject.place(ofRegistration: earlier))
            ]))
      }
    }
    return result
  }
}
