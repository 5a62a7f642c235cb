package import TreeSnapshot

// What an inspector does to a tree.
extension Model {
  /// Stands for the model's tree, and outlives it where somebody holds it.
  package var inspectionToken: AnyObject { store.messages }

  /// Raises a message as a test: handlers run as for any other and see that `isTest` is set.
  ///
  /// - Returns: the way that it really took, and what was raised on it.
  package func raiseTest(_ message: Message) -> TakenRoute {
    let key = store.messages.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    let outer = store.recorder
    let recorder = RouteRecorder()
    store.recorder = recorder
    defer { store.recorder = outer }
    switch message.kind {
    case .error:
      let declared = store.messages.vocabulary.first { $0.message == message }
      let label = store.messages.code(of: key)?.label ?? declared?.label
      _ = deliver(ModelError(test: message, label: label), key: key)
    case .bubble:
      let bubble = BubbleNotification(
        domain: message.domain, code: message.code, sender: self, object: nil, isTest: true)
      _ = deliver(bubble, key: key)
    case .event:
      let event = GlobalEvent(
        domain: message.domain, code: message.code, sender: self, object: nil, isTest: true)
      _ = deliver(event, key: key)
    }
    return recorder.finished
      ?? TakenRoute(message: message, raiser: .init(id: id, type: typeName(of: self)))
  }

  /// The model with an id, in the subtree of this one. Costs a walk over it.
  package func model(withID id: Int) -> Model? {
    var current = node
    while current != TreeStore.none {
      if store.links[Int(current)].id == id { return store.model(at: current) }
      current = store.next(after: current, within: node)
    }
    return nil
  }
}
