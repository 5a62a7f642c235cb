import TextIO
import TreeSnapshot

extension LintRule {
  /// An error that a model raises and no model handles.
  ///
  /// Reported at each model that declares to raise the error if neither the model nor any above it
  /// is registered for the code or its whole domain. Errors that no model declares to raise are
  /// ignored.
  static let uncaughtError = LintRule(
    name: "uncaught-error", severity: .error,
    looksFor: "An error that a model raises and neither it nor a model above it handles.",
    remedy: "Register a model above it for this code or for its whole domain, such as the root "
      + "session."
  ) { $0.unhandled(.error, $1) }

  /// A bubble that a model raises and no model handles.
  ///
  /// Reported at each model that declares to raise the bubble if neither the model nor any above it
  /// is registered for the code or its whole domain: the bubble has no effect.
  static let unhandledBubble = LintRule(
    name: "unhandled-bubble", severity: .warning,
    looksFor: "A bubble that a model raises and neither it nor a model above it handles.",
    remedy: "Register the model above it that should act, or do not raise it here."
  ) { $0.unhandled(.bubble, $1) }

  /// An event that a model raises and no model receives.
  ///
  /// Reported at each model that declares to raise the event if no model of the session that
  /// receives it, including local sessions inside, is registered for the code or its whole domain.
  static let unheardEvent = LintRule(
    name: "unheard-event", severity: .warning,
    looksFor: "An event that a model raises and no model of its session receives.",
    remedy: "Register the model that should act, in the same session, or do not raise it here."
  ) { subject, rule in
    subject.raises(of: .event).compactMap { key, raise in
      let session = subject.sessions.session(ofEventsFrom: raise.node)
      let subtree = subject.snapshot[session].subtree
      guard subject.taker(of: key, within: subtree) == nil else { return nil }
      let outside = subject.taker(of: key, within: subject.snapshot.positions).map {
        (
          what: "registered for it, but outside the session" as SafeText,
          place: subject.place(ofSubscription: $0.index)
        )
      }
      return LintFinding(
        rule, .unheard(key, session: session), at: subject.place(of: raise.node), outside)
    }
  }

  /// An error that is declared and that no model of the tree handles.
  ///
  /// Reported once per error, at the root, if no model is registered for it or its whole domain and
  /// no model is known to raise it: it would be uncaught wherever it is raised. If a model is known
  /// to raise it, uncaught-error reports it there.
  static let unhandledDeclaration = LintRule(
    name: "unhandled-declaration", severity: .note,
    looksFor: "An error that the app declares and no model of the tree handles.",
    remedy: "Register the root session for it or for its whole domain; do nothing if the models "
      + "that raise and handle it just aren't in the tree yet."
  ) { subject, rule in
    subject.messages.messages.compactMap { key in
      guard key.kind == .error, !key.code.isNone, subject.messages.raisers[key].isEmpty,
        subject.taker(of: key, within: subject.snapshot.positions) == nil
      else { return nil }
      return LintFinding(rule, .declaredOnly(key), at: subject.place(of: 0))
    }
  }

  /// A name shared by messages of two kinds.
  ///
  /// Reported once per name, at the first model that registers for or raises the later kind,
  /// otherwise at the root: a subscription for one kind doesn't receive messages of the other, and
  /// the two are easily confused. A domain with different codes for several kinds isn't reported.
  static let nameInTwoKinds = LintRule(
    name: "name-in-two-kinds", severity: .warning,
    looksFor: "A domain and code that name messages of two kinds.",
    remedy: "Rename one of the two."
  ) { subject, rule in
    /// By domain and code: the message that has them first.
    var first: [[Symbol]: MessageKey] = [:]
    return subject.messages.messages.compactMap { key in
      guard !key.code.isNone else { return nil }
      let name = [key.domain, key.code]
      guard let earlier = first[name] else {
        first[name] = key
        return nil
      }
      return LintFinding(
        rule, .sharedName(key, with: earlier.kind), at: subject.firstUse(of: key),
        ("used as \(earlier.kind.withArticle)", subject.firstUse(of: earlier)))
    }
  }
}

extension LintSubject {
  /// Every raiser of an error or a bubble that no model handles.
  fileprivate func unhandled(_ kind: Message.Kind, _ rule: LintRule) -> [LintFinding] {
    raises(of: kind).filter { takers.ofRaise[$0.entry.index] == nil }.map { key, raise in
      let elsewhere = taker(of: key, within: snapshot.positions).map {
        (
          what: "registered for it, but not above" as SafeText,
          place: place(ofSubscription: $0.index)
        )
      }
      return LintFinding(rule, .unhandled(key), at: place(of: raise.node), elsewhere)
    }
  }
}

extension LintSubject {
  /// The first model that is registered for a message, or otherwise raises it; the root if the
  /// message is only declared.
  fileprivate func firstUse(of key: MessageKey) -> LintPlace {
    if let subscription = messages.subscriptions[key].first {
      return place(ofSubscription: subscription.index)
    }
    return place(of: messages.raisers[key].first?.node ?? 0)
  }
}
