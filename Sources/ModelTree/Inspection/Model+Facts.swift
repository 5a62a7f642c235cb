package import TreeSnapshot

// The facts of one model, for a tree in which other objects are above it.
extension Model {
  /// The model's subscriptions.
  package var subscriptions: [Subscription] {
    var subscriptions: [Subscription] = []
    var index = store.links[Int(node)].firstSubscription
    while index != TreeStore.none {
      subscriptions.append(store.subscription(at: index))
      index = store.subscriptions.entries[Int(index)].next
    }
    return subscriptions
  }

  /// The messages that the model is known to raise.
  package var knownRaises: [DeclaredMessage] {
    (store.raises[node] ?? []).compactMap { store.declaredMessage(of: $0) }
  }

  /// The `file:line` that created the model.
  package var creationSource: String { store.links[Int(node)].source.text }

  /// Runs the model's own handler with a test message, which no other model receives.
  ///
  /// - Returns: whether the model is registered for it.
  package func handleTest(_ message: Message) -> Bool {
    let key = store.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    let subscription = store.subscription(at: node, for: key)
    guard subscription != TreeStore.none else { return false }
    switch message.kind {
    case .error: handle(testError(message, key: key), by: subscription)
    case .bubble: handle(testBubble(message), by: subscription)
    case .event: handle(testEvent(message), by: subscription)
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

extension TreeStore {
  /// The subscription at a place of the pool. Inlined, as a snapshot reads each.
  @inline(__always)
  func subscription(at index: Int32) -> Subscription {
    let key = subscriptions.entries[Int(index)].key
    let code = messages.code(of: key)
    return Subscription(
      kind: messages.kind(of: key), domain: messages.domain(of: key), code: code?.code,
      label: code?.label, source: subscriptions.source(of: index).text)
  }

  /// The message of a key; nil for a whole domain.
  @inline(__always)
  func declaredMessage(of key: MessageTable.Key) -> DeclaredMessage? {
    messages.code(of: key).map { code, label in
      DeclaredMessage(
        Message(kind: messages.kind(of: key), domain: messages.domain(of: key), code: code),
        label: label)
    }
  }
}
