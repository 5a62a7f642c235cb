package import TreeSnapshot

// The facts of one model, for a tree whose other objects aren't models.
extension Model {
  /// The model's subscriptions.
  package var subscriptions: [Subscription] {
    store.registrations(of: node).map {
      store.messages.subscription(of: $0.key, $0.source, payload: $0.payload?.type)
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
    let key = store.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    return switch message.kind {
    case .error: handleTest(testError(message, key: key), key)
    case .bubble: handleTest(testBubble(message), key)
    case .event: handleTest(testEvent(message), key)
    }
  }

  private func handleTest(_ message: some HandledMessage, _ key: MessageTable.Key) -> Bool {
    guard let registration = store.registration(at: node, for: message, key) else { return false }
    handle(message, by: registration)
    return true
  }

  func testError(
    _ message: Message, key: MessageTable.Key, _ payload: Any? = nil
  ) -> ModelError {
    let declared = store.messages.vocabulary.first { $0.message == message }
    let error = ModelError(
      test: message, label: store.messages.code(of: key)?.label ?? declared?.label,
      underlying: payload as? any Error)
    return error.raised(by: self)
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
