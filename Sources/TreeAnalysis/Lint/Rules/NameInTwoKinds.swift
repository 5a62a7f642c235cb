import TreeSnapshot

extension LintRule {
  /// A name that messages of two kinds have.
  static let nameInTwoKinds = LintRule(
    "name-in-two-kinds", .warning,
    looksFor: "A domain and code that are used for messages of two kinds.",
    definition: """
      Told once for a name, at the first model that is registered for or raises the later kind, else \
      at the root: a registration for one kind takes none of the other, and is easily taken for it. \
      A domain that holds codes of several kinds is not told.
      """,
    remedy: "Rename one of the two."
  ) { subject in
    struct Name: Hashable {
      var domain: Symbol
      var code: Symbol
    }
    var first: [Name: LintSubject.Key] = [:]
    return subject.messages.messages.compactMap { key in
      guard !key.code.isNone else { return nil }
      let name = Name(domain: key.domain, code: key.code)
      guard let earlier = first[name] else {
        first[name] = key
        return nil
      }
      let message = subject.message(key)
      return LintObservation(
        place: subject.firstUse(of: key),
        reason: "\(message.domain).\(message.code ?? "") is used as \(earlier.kind.withArticle) "
          + "and as \(key.kind.withArticle)",
        message: message,
        related: [
          LintRelation("used as \(earlier.kind.withArticle)", subject.firstUse(of: earlier))
        ])
    }
  }
}

extension LintSubject {
  /// Who is the first to be registered for a message, else to raise it; the root where it is only
  /// declared.
  fileprivate func firstUse(of key: Key) -> LintPlace {
    if let registration = messages.registrations[key]?.first {
      return place(ofRegistration: registration.index)
    }
    return place(of: messages.raisers[key]?.first ?? 0)
  }
}

extension Message.Kind {
  fileprivate var withArticle: String { self == .bubble ? "a bubble" : "an \(rawValue)" }
}
