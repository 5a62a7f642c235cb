import TextIO
import TreeSnapshot

extension LintRule {
  /// A subscription whose messages are all handled by nearer ones.
  ///
  /// Reported at a subscription for one code of errors or bubbles if models below it are known to
  /// raise the code and a nearer handler takes it from all of them. A handler that is shadowed for
  /// only some of its models isn't reported, nor is a subscription for a whole domain, which
  /// catches the rest.
  static let shadowedHandler = LintRule(
    name: "shadowed-handler", severity: .warning,
    looksFor: "A subscription that gets no message because nearer ones take them all.",
    remedy: "Remove this subscription, or the nearer one that takes the message before it."
  ) { subject, rule in
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
        rule, .shadowed(key), at: subject.place(ofSubscription: index),
        ("nearer handler", subject.place(ofSubscription: nearer)))
    }
  }

  /// A subscription that no known raiser's message reaches.
  ///
  /// Reported at a subscription for a message that models are known to raise, but not the
  /// registered model or any below it; for an event, if all of them are in other sessions. If no
  /// model declares to raise the message, nothing is reported.
  static let unreachableRegistration = LintRule(
    name: "unreachable-registration", severity: .warning,
    looksFor: "A subscription for a message that can't arrive from any model known to raise it.",
    remedy: "Move the subscription above the raiser, or for an event into its session; if a "
      + "model below raises it, declare that with mayRaise."
  ) { subject, rule in
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
        rule, .unreachable(key), at: subject.place(ofSubscription: index),
        ("raised by", subject.place(of: first.node)))
    }
  }

  /// A model that is registered for the same thing twice.
  ///
  /// Reported once per model and message if the model has several subscriptions for the same code,
  /// or several for the same whole domain. A code and its whole domain don't count as duplicates.
  static let duplicateRegistration = LintRule(
    name: "duplicate-registration", severity: .warning,
    looksFor: "A model that is registered for the same message more than once.",
    remedy: "Keep one of the subscriptions."
  ) { subject, rule in
    let columns = subject.snapshot.columns
    var result: [LintFinding] = []
    for node in subject.snapshot.positions where columns.nodes.hasLists(at: node) {
      let own = columns.nodes.subscriptions(of: node)
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
            rule, .duplicate(key), at: subject.place(ofSubscription: index),
            ("first registered", subject.place(ofSubscription: earlier))))
      }
    }
    return result
  }
}
