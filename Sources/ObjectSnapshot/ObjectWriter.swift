package import TreeObjects
package import TreeSnapshot

/// Writes what objects tell of themselves into a snapshot.
struct ObjectWriter {
  var builder: SnapshotBuilder

  init(name: String?) { builder = SnapshotBuilder(name: name) }

  mutating func write(_ sighting: Sighting) {
    let view = sighting.view
    // A node has a name, whatever an app says.
    let type = view?.inspectedName.flatMap { $0.isEmpty ? nil : $0 } ?? sighting.typeName
    if let repeated = sighting.repeats {
      return write(repeated, at: sighting, type: type, label: view?.inspectedLabel)
    }
    guard let view else {
      return builder.addNode(id: sighting.id, parent: sighting.parentID, type: type)
    }
    builder.addNode(
      id: sighting.id, parent: sighting.parentID, type: type, label: view.inspectedLabel,
      isSession: view.isInspectedSession,
      representation: view.inspectedRepresentation.map { String(describing: Swift.type(of: $0)) },
      source: view.inspectedSource)
    for service in view.inspectedServices { builder.provide(service: service) }
    for message in view.inspectedSubscriptions {
      builder.subscribe(
        Subscription(
          kind: Message.Kind(message.kind), domain: message.domain, code: message.code,
          label: message.label, source: message.source))
    }
    for message in view.inspectedRaises {
      // All of a domain is no message that could be raised.
      guard let code = message.code else { continue }
      builder.raise(
        Message(kind: Message.Kind(message.kind), domain: message.domain, code: code),
        label: message.label)
    }
    for (key, value) in view.inspectedState { builder.describe(StateEntry(key: key, value: value)) }
  }

  /// A leaf: what the object listens for and owns stands where it was met first.
  private mutating func write(
    _ repeated: Sighting.Repeated, at sighting: Sighting, type: String, label: String?
  ) {
    let mark = repeated.isCycle ? "cycle" : "again"
    builder.addNode(
      id: sighting.id, parent: sighting.parentID, type: type,
      label: label.map { "\($0), \(mark)" } ?? mark)
    builder.describe(StateEntry(key: "same as", value: "#\(repeated.id)"))
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
