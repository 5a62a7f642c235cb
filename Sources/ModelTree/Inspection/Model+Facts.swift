package import TreeSnapshot

// What one model tells of itself, for a tree in which other objects stand above it.
extension Model {
  /// What the model is registered for.
  package var registrations: [Subscription] {
    var registrations: [Subscription] = []
    var index = store.links[Int(node)].firstRegistration
    while index != TreeStore.none {
      registrations.append(store.subscription(at: index))
      index = store.registrations.entries[Int(index)].next
    }
    return registrations
  }

  /// What the model is known to raise.
  package var knownRaises: [DeclaredMessage] {
    (store.raises[node] ?? []).compactMap { store.declaredMessage(of: $0) }
  }

  /// The `file:line` that created the model.
  package var creationSource: String { store.links[Int(node)].source.text }

  /// Runs the model's own handler with a test message; no other model is asked.
  ///
  /// - Returns: whether the model is registered for it.
  package func handleTest(_ message: Message) -> Bool {
    let key = store.messages.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    let registration = store.registration(at: node, for: key)
    guard registration != TreeStore.none else { return false }
    switch (message.kind, store.registrations.handler(of: registration)) {
    case (.error, .error(let handle)): handle(testError(message, key: key).raised(by: self))
    case (.error, _): handle(testError(message, key: key).raised(by: self))
    case (.bubble, .bubble(let handle)): handle(testBubble(message))
    case (.bubble, _): handle(testBubble(message))
    case (.event, .event(let handle)): handle(testEvent(message))
    case (.event, _): handle(testEvent(message))
    }
    return true
  }

  func testError(_ message: Message, key: MessageTable.Key) -> ModelError {
    let declared = store.messages.vocabulary.first { $0.message == message }
    return ModelError(
      test: message, label: store.messages.code(of: key)?.label ?? declared?.label)
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
  /// The registration at a place of the pool. Inlined, as a picture of a tree asks for each.
  @inline(__always)
  func subscription(at index: Int32) -> Subscription {
    let key = registrations.entries[Int(index)].key
    let code = messages.code(of: key)
    return Subscription(
      kind: messages.kind(of: key), domain: messages.domain(of: key), code: code?.code,
      label: code?.label, source: registrations.source(of: index).text)
  }

  /// The message that a key stands for; nil for a whole domain.
  @inline(__always)
  func declaredMessage(of key: MessageTable.Key) -> DeclaredMessage? {
    messages.code(of: key).map { code, label in
      DeclaredMessage(
        Message(kind: messages.kind(of: key), domain: messages.domain(of: key), code: code),
        label: label)
    }
  }
}
