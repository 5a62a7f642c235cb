package import TreeSnapshot

// The facts of one model, for a tree in which other objects are above it.
extension Model {
  /// The model's subscriptions.
  package var subscriptions: [Subscription] {
    store.registrations(of: node).map { store.messages.subscription(of: $0.key, $0.source) }
  }

  /// The messages that the model is known to raise.
  package var knownRaises: [DeclaredMessage] {
    (store.raises[node] ?? []).compactMap { store.messages.declaredMessage(of: $0) }
  }

  /// The place that created the model.
  package var creationSource: String { store.links[Int(node)].creation }

  /// Runs the model's own handler with a test message, which no other model receives.
  ///
  /// - Returns: whether the model is registered for it.
  package func handleTest(_ message: Message) -> Bool {
    let key = store.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    guard let registration = store.registration(at: node, for: key) else { return false }
    switch message.kind {
    case .error: handle(testError(message, key: key), by: registration)
    case .bubble: handle(testBubble(message), by: registration)
    case .event: handle(testEvent(message), by: registration)
    }
    return true
  }

  func testError(_ message: Message, key: MessageTable.Key) -> ModelError {
    let declared = store.messages.vocabulary.first { $0.message == message }
    let error = ModelError(
      test: message, label: store.messages.code(of: key)?.label ?? declared?.label)
    return error.raised(by: self)
  }

  func testBubble(_ message: Message) -> BubbleNotification {
    BubbleNotification(
      domain: message.domain, code: message.code, sender: self, object: nil, isTest: true)
  }

  func testEvent(_ message: Message) -> GlobalEvent {
    GlobalEvent(domain: message.domain, code: message.code, sender: self, object: nil, isTest: true)
  }
}
