package import TreeSnapshot

// The operations of an inspector on a tree.
extension Model {
  /// An object that identifies the model's tree; it may outlive the tree.
  package var inspectionToken: AnyObject { store.token }

  /// The number of changes of the model's tree since its session was created: of structure,
  /// subscriptions, services, representations, and known raised messages. While it stays the same,
  /// snapshots of the tree differ only in labels and states.
  package var revision: Int { store.revision }

  /// Names the tree, for a journal that may record it later.
  package func nameTree(_ name: String) { store.appName = name }

  /// Delivers a test message: handlers run as for any other message, and `isTest` is set.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - payload: the value to send; for an error, an error.
  package func deliverTest(_ message: Message, carrying payload: Any? = nil) {
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    switch message.kind {
    case .error: _ = deliver(testError(message, key: key, payload), key: key)
    case .bubble: _ = deliver(testBubble(message, payload), key: key)
    case .event: _ = deliver(testEvent(message, payload), key: key)
    }
  }

  /// The model with an id, in the subtree of this one. Costs a walk over it.
  package func model(withID id: Int) -> Model? { subtree.first { $0.id == id } }

  /// The number of models in this model's subtree. Costs a walk over it.
  package var subtreeCount: Int { subtree.count }

  /// The number of messages that the tree declares, which never decreases.
  package var declaredCount: Int { store.messages.vocabulary.count }

  /// How often work of the tree's models started or ended.
  package var workChanges: Int { store.work.changes }

  /// A hash, valid in this process, of the tree's labels and states. Costs a walk over the models,
  /// and reads each `label` and `state`.
  package var descriptions: Int {
    var hasher = Hasher()
    // This runs the app's code, which may change the tree.
    for (place, model) in root.subtree.enumerated() {
      hasher.combine(place, model.label, model.state.map { StateEntry(key: $0, value: $1) })
    }
    return hasher.finalize()
  }
}

extension Hasher {
  /// Feeds what the model at a place says of itself, if anything.
  package mutating func combine(_ place: Int, _ label: String?, _ state: [StateEntry]) {
    if label == nil, state.isEmpty { return }
    combine(place)
    combine(label)
    combine(state)
  }
}

// The facts of one model, for a tree whose other objects aren't models.
extension Model {
  /// The model's subscriptions.
  package var subscriptions: [Subscription] {
    store.registrations(of: node).map {
      store.messages.subscription(
        of: $0.key, $0.source.text, payload: $0.payloadType.map { TypeName($0).text })
    }
  }

  /// The messages that the model is known to raise.
  package var knownRaises: [DeclaredMessage] {
    (store.raises[node] ?? []).compactMap { store.messages.declaredMessage(of: $0) }
  }

  /// Runs the model's own handler with a test message that no other model receives.
  ///
  /// - Returns: whether the model is registered for it.
  package func handleTest(_ message: Message) -> Bool {
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    return switch message.kind {
    case .error: handleTest(testError(message, key: key), key)
    case .bubble: handleTest(testBubble(message), key)
    case .event: handleTest(testEvent(message), key)
    }
  }

  private func handleTest(_ message: some HandledMessage, _ key: MessageTable.Key) -> Bool {
    guard let registration = store.registration(at: node, for: message, key) else { return false }
    registration.handle(message, of: self)
    return true
  }

  func testError(_ message: Message, key: MessageTable.Key, _ payload: Any? = nil) -> ModelError {
    let declared = store.messages.vocabulary.first { $0.message == message }
    return ModelError(
      domain: message.domain, code: message.code,
      label: store.messages.code(of: key)?.label ?? declared?.label,
      underlying: payload as? any Error, context: "a test message", raiser: Raiser(self),
      isTest: true, location: nil)
  }

  func testBubble(_ message: Message, _ payload: Any? = nil) -> BubbleNotification {
    BubbleNotification(
      domain: message.domain, code: message.code, sender: self, object: payload, isTest: true)
  }

  func testEvent(_ message: Message, _ payload: Any? = nil) -> GlobalEvent {
    GlobalEvent(
      domain: message.domain, code: message.code, sender: self, object: payload, isTest: true)
  }
}
