import TreeSnapshot

extension LintRule {
  /// A name that messages of two kinds have.
  static let nameInTwoKinds = LintRule(
    "name-in-two-kinds", .warning,
    looksFor: "A domain and code that are used for messages of two kinds.",
    definition: """
      Reported once for a name, at the first model that is registered for or raises the later kind, \
      else at the root: a subscription for one kind takes no message of the other, and is easily \
      mistaken for it. A domain that holds codes of several kinds is not reported.
      """,
    remedy: "Rename one of the two."
  ) { subject in
    struct Name: Hashable {
      var domain: Symbol
      var code: Symbol
    }
    var first: [Name: MessageKey] = [:]
    return subject.messages.messages.compactMap { key in
      guard !key.code.isNone else { return nil }
      let name = Name(domain: key.domain, code: key.code)
      guard let earlier = first[name] else {
        first[name] = key
        return nil
      }
      return LintFinding(
        .sharedName(key, with: earlier.kind), at: subject.firstUse(of: key),
        LintRelation(.use(earlier.kind), subject.firstUse(of: earlier)))
    }
  }
}

extension LintSubject {
  /// The first model that is registered for a message, else that raises it; the root where the
  /// message is only declared.
  fileprivate func firstUse(of key: MessageKey) -> LintPlace {
    if let subscription = messages.subscriptions[key].first {
      return place(ofSubscription: subscription.index)
    }
    return place(of: messages.raisers[key].first?.node ?? 0)
  }
}
