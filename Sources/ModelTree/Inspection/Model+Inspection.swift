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
    case .error: _ = deliver(testError(message, key: key), key: key)
    case .bubble: _ = deliver(testBubble(message), key: key)
    case .event: _ = deliver(testEvent(message), key: key)
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
