import TreeSnapshot

// Delivering, for raised messages and for an inspector's tests alike.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    beginRecording(.error, error)
    defer { store.recorder?.end() }
    let error = error.raised(by: self)
    guard let found = store.handler(of: key, raisedAt: node) else {
      let top = store.top(of: node)
      if store.links[Int(top)].isRootSession, let session = store.model(at: top) as? Session {
        store.run(of: session, isUncaught: true) { session.receiveUncaught(error) }
      }
      return nil
    }
    let model = store.model(at: found.node)
    let handler = store.registrations.handler(of: found.registration)
    store.run(of: model) {
      if case .error(let handle) = handler { handle(error) } else { model.handle(error) }
    }
    return model
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    beginRecording(.bubble, bubble)
    defer { store.recorder?.end() }
    guard let found = store.handler(of: key, raisedAt: node) else { return nil }
    let model = store.model(at: found.node)
    let handler = store.registrations.handler(of: found.registration)
    store.run(of: model) {
      if case .bubble(let handle) = handler { handle(bubble) } else { model.handle(bubble) }
    }
    return model
  }

  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    beginRecording(.event, event)
    defer { store.recorder?.end() }
    return store.deliver(event, key: key, raisedAt: node)
  }

  private func beginRecording(_ kind: Message.Kind, _ raised: some RaisedMessage) {
    store.recorder?.begin(
      Message(kind: kind, domain: raised.domain, code: raised.code), raisedBy: self)
  }
}

extension TreeStore {
  /// Runs a handler, and has it written down where a test message is under way.
  func run(of model: Model, isUncaught: Bool = false, _ handle: () -> Void) {
    if let recorder {
      recorder.record(model, isUncaught: isUncaught, handle)
    } else {
      handle()
    }
  }
}
