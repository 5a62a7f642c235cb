package import TreeSnapshot

/// Writes descriptions of objects into a snapshot.
struct ObjectWriter {
  private(set) var builder: SnapshotBuilder
  private let typeNames: [String]
  /// The names of the types of screen objects, which are slow to get.
  private var representationNames: [ObjectIdentifier: String] = [:]

  /// The types whose cases are in the vocabulary.
  private var declared: Set<DeclaredType> = []

  private struct DeclaredType: Hashable {
    let type: ObjectIdentifier
    let kind: InspectedMessage.Kind
  }

  init(typeNames: [String], name: String?) {
    self.typeNames = typeNames
    builder = SnapshotBuilder(name: name)
  }

  mutating func write(_ sighting: Sighting) {
    let view = sighting.view
    // A node needs a name, whatever the app returns.
    let type = view.inspectedName.flatMap { $0.isEmpty ? nil : $0 } ?? typeNames[sighting.type]
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
      representation: view.inspectedRepresentation.map { representationName(of: $0) },
      source: view.inspectedSource)
    for service in view.inspectedServices { builder.provide(service: service) }
    for message in view.inspectedSubscriptions {
      declareCases(of: message)
      builder.subscribe(
        Subscription(
          kind: Message.Kind(message.kind), domain: message.domain, code: message.code,
          label: message.label, source: message.source))
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
    for (key, value) in sighting.reflected?.stateEntries ?? [] {
      builder.describe(StateEntry(key: key, value: value))
    }
  }
}

extension ObjectWriter {
  /// Adds all cases of a message's type to the vocabulary.
  private mutating func declareCases(of message: InspectedMessage) {
    guard let type = message.type,
      declared.insert(DeclaredType(type: ObjectIdentifier(type), kind: message.kind)).inserted
    else { return }
    for (code, label) in message.cases {
      builder.declare(
        Message(kind: Message.Kind(message.kind), domain: message.domain, code: code), label: label)
    }
  }

  private mutating func representationName(of object: AnyObject) -> String {
    let type: AnyClass = type(of: object)
    if let name = representationNames[ObjectIdentifier(type)] { return name }
    let name = TypeName.bare(of: type)
    representationNames[ObjectIdentifier(type)] = name
    return name
  }
}

extension Message.Kind {
  /// The same kind in an object's words.
  package init(_ kind: InspectedMessage.Kind) {
    switch kind {
    case .error: self = .error
    case .bubble: self = .bubble
    case .event: self = .event
    }
  }
}

extension InspectedMessage.Kind {
  /// The same kind in a snapshot's words.
  package init(_ kind: Message.Kind) {
    switch kind {
    case .error: self = .error
    case .bubble: self = .bubble
    case .event: self = .event
    }
  }
}
