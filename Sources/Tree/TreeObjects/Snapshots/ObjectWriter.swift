package import TreeSnapshot

/// Writes descriptions of objects into a snapshot.
struct ObjectWriter {
  private(set) var builder: SnapshotBuilder
  /// The types whose cases are in the vocabulary.
  private var declared: [InspectedMessage.Kind: Set<ObjectIdentifier>] = [:]

  init(name: String?) { builder = SnapshotBuilder(name: name) }

  mutating func write(_ sighting: Sighting) {
    let view = sighting.view
    let type = view.name(ofClass: sighting.className)
    let parent = sighting.parentID == 0 ? nil : sighting.parentID
    if let repeated = sighting.repeats {
      let mark = repeated.isCycle ? "cycle" : "again"
      // A leaf: the object's subscriptions and children are at its first place.
      builder.addNode(
        id: sighting.id, parent: parent, type: type, label: view.inspectedLabel ?? mark)
      builder.describe(StateEntry(key: "same as", value: "#\(repeated.id)"))
      return
    }
    builder.addNode(
      id: sighting.id, parent: parent, type: type, label: view.inspectedLabel,
      isSession: view.isInspectedSession,
      representation: view.inspectedRepresentation.map { TypeName.bare(of: Swift.type(of: $0)) },
      source: view.inspectedSource)
    for service in view.inspectedServices { builder.provide(service: service) }
    for message in view.inspectedSubscriptions {
      declareCases(of: message)
      builder.subscribe(
        Subscription(
          kind: Message.Kind(message.kind), domain: message.domain, code: message.code,
          label: message.label,
          source: message.source))
    }
    for message in view.inspectedRaises {
      declareCases(of: message)
      // A whole domain isn't a message that could be raised.
      guard let code = message.code else { continue }
      builder.raise(
        Message(kind: Message.Kind(message.kind), domain: message.domain, code: code),
        label: message.label)
    }
    for (key, value) in view.inspectedState { builder.describe(StateEntry(key: key, value: value)) }
    for (key, value) in (view as? ReflectedObject)?.stateEntries ?? [] {
      builder.describe(StateEntry(key: key, value: value))
    }
  }

  /// Adds all cases of a message's type to the vocabulary.
  private mutating func declareCases(of message: InspectedMessage) {
    guard let type = message.type,
      declared[message.kind, default: []].insert(ObjectIdentifier(type)).inserted
    else { return }
    for (code, label) in message.cases {
      builder.declare(
        Message(kind: Message.Kind(message.kind), domain: message.domain, code: code), label: label)
    }
  }
}

extension Message.Kind {
  /// The kind of an object's message.
  package init(_ kind: InspectedMessage.Kind) {
    switch kind {
    case .error: self = .error
    case .bubble: self = .bubble
    case .event: self = .event
    }
  }
}

extension InspectedMessage.Kind {
  /// The kind of a message of a snapshot.
  package init(_ kind: Message.Kind) {
    switch kind {
    case .error: self = .error
    case .bubble: self = .bubble
    case .event: self = .event
    }
  }
}
