import TreeAnalysis
import TreeSnapshot

/// The rules of a tree as they are written, with no regard to cost.
struct RulesAsWritten {
  let snapshot: Snapshot
  private let subscriptions: [[Subscription]]

  init(snapshot: Snapshot) {
    self.snapshot = snapshot
    subscriptions = snapshot.positions.map { snapshot[$0].subscriptions }
  }

  func reason(_ message: Message, _ node: Snapshot.Node) -> Route.Reason {
    let ofKind = subscriptions[node.position].filter { $0.kind == message.kind }
    let ofDomain = ofKind.filter { $0.domain == message.domain }
    if ofDomain.contains(where: { $0.code == message.code }) { return .code }
    if ofDomain.contains(where: { $0.code == nil }) { return .domain }
    if !ofDomain.isEmpty { return .otherCodes }
    return ofKind.isEmpty ? .noHandlers : .otherDomains
  }

  func takes(_ message: Message, _ node: Snapshot.Node) -> Bool {
    [.code, .domain].contains(reason(message, node))
  }

  func route(_ message: Message, from raiser: Snapshot.Node) -> Route {
    var route = Route(message: message, raiser: raiser.position, hops: [], outcome: .unheard)
    if message.kind == .event {
      var session = raiser.parent
      while let candidate = session, !candidate.isSession { session = candidate.parent }
      let receivers = below(session ?? snapshot.root).filter { takes(message, $0) }
      if !receivers.isEmpty { route.outcome = .delivered(to: receivers.map(\.position)) }
      return route
    }
    var asked: Snapshot.Node? = raiser
    while let node = asked {
      let reason = reason(message, node)
      let taken = [.code, .domain].contains(reason)
      route.hops.append(
        .init(node: node.position, verdict: taken ? .handled : .passed, reason: reason))
      route.outcome = .handled(by: node.position)
      if taken { return route }
      asked = node.parent
    }
    route.outcome = message.kind == .error ? .uncaught : .unhandled
    return route
  }

  /// A node and its descendants, parent before child.
  private func below(_ node: Snapshot.Node) -> [Snapshot.Node] {
    [node]
      + snapshot.positions.map { snapshot[$0] }
      .filter { $0.parent?.position == node.position }.flatMap(below)
  }
}

// The meaning of names.
extension RulesAsWritten {
  /// The messages that the tree declares, is registered for and raises, with the label at that place.
  private var mentions: [DeclaredMessage] {
    snapshot.vocabulary
      + snapshot.positions.flatMap { position in
        subscriptions[position].compactMap { own in
          own.code.map { code in
            DeclaredMessage(
              Message(kind: own.kind, domain: own.domain, code: code), label: own.label)
          }
        } + snapshot[position].raises
      }
  }

  /// The names of a message within its domain. A code wins over a label.
  func names(of message: Message) -> Set<String> {
    let mentions = mentions
    let codes = mentions.map(\.message)
      .filter { $0.kind == message.kind && $0.domain == message.domain }.map(\.code)
    let labels = mentions.filter { $0.message == message }.compactMap(\.label)
    return Set([message.code] + labels.filter { !codes.contains($0) })
  }

  /// The messages of a kind that a name may mean: by their codes in full, else by a label in full, else by
  /// either alone.
  func messages(named name: String, _ kind: Message.Kind) -> Set<Message> {
    let all = Set(mentions.map(\.message)).filter { $0.kind == kind }
    let byCode = all.filter { $0.name == name }
    if !byCode.isEmpty { return byCode }
    let byLabel = all.filter { own in names(of: own).contains { "\(own.domain).\($0)" == name } }
    return byLabel.isEmpty ? all.filter { names(of: $0).contains(name) } : byLabel
  }

  /// Whether a model is registered for all of a domain.
  func isTakenAsAWhole(_ kind: Message.Kind, _ domain: String) -> Bool {
    subscriptions.joined().contains { $0.kind == kind && $0.domain == domain && $0.code == nil }
  }

  /// Whether `[handles=…]` with a name, with or without its kind, asks for a subscription.
  func asks(for own: Subscription, _ kind: Message.Kind?, _ name: String) -> Bool {
    if let kind, kind != own.kind { return false }
    if name == own.domain { return true }
    guard let code = own.code else { return name.hasPrefix("\(own.domain).") }
    return names(of: Message(kind: own.kind, domain: own.domain, code: code))
      .contains { name == $0 || name == "\(own.domain).\($0)" }
  }
}

// Who gets what.
extension RulesAsWritten {
  /// The nearest session around a model that provides a service.
  func provider(of service: String, for asker: Int) -> Int? {
    var node: Snapshot.Node? = snapshot[asker]
    while let candidate = node, !(candidate.isSession && candidate.services.contains(service)) {
      node = candidate.parent
    }
    return node?.position
  }
}
