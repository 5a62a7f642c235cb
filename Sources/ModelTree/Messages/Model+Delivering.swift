import TreeSnapshot

/// A message that models handle, each kind in a method of its own.
protocol HandledMessage: RaisedMessage {
  /// Calls the model's own `handle(_:)`.
  @MainActor func reach(_ model: Model)
}

extension ModelError: HandledMessage {
  @MainActor func reach(_ model: Model) { model.handle(self) }
}

extension BubbleNotification: HandledMessage {
  @MainActor func reach(_ model: Model) { model.handle(self) }
}

extension GlobalEvent: HandledMessage {
  @MainActor func reach(_ model: Model) { model.handle(self) }
}

/// The closure of a subscription.
final class Handler<Delivered> {
  let handle: (Delivered) -> Void

  init(_ handle: @escaping (Delivered) -> Void) { self.handle = handle }
}

// Delivers raised messages, and the tests of an inspector.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    recorded(error) {
      let error = error.raised(by: self)
      if let taker = rise(error, key) { return taker }
      let top = store.top(of: node)
      if store.links[Int(top)].isRootSession {
        let root = model(at: top)
        store.run(because: key) {
          store.run(at: top, isUncaught: true) { root?.receiveUncaught(error) }
        }
      }
      return nil
    }
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    recorded(bubble) { rise(bubble, key) }
  }

  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// except those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    recorded(event) {
      let scope = store.eventScope(ofRaiser: node)
      guard scope != TreeStore.none else { return [] }
      // Retained, to keep the nodes of those that are removed meanwhile from reuse.
      // A loop: the closure of a map would be checked for its actor at each call.
      let nodes = store.receivers(of: key, in: scope)
      var receivers: [Model] = []
      receivers.reserveCapacity(nodes.count)
      for node in nodes {
        if let receiver = model(at: node) { receivers.append(receiver) }
      }

      let outer = store.beginDelivery()
      defer { store.endDelivery(outer) }
      let removalsBefore = store.removals
      var delivered: [Model] = []
      delivered.reserveCapacity(receivers.count)
      store.run(because: key) {
        for receiver in receivers {
          if store.links[Int(receiver.node)].detachedAt > removalsBefore { continue }
          let subscription = store.subscription(at: receiver.node, for: key)
          guard subscription != TreeStore.none else { continue }
          delivered.append(receiver)
          store.run(at: receiver.node) { receiver.handle(event, by: subscription) }
        }
      }
      return delivered
    }
  }

  /// Offers a message to the model itself, then to each ancestor.
  private func rise(_ message: some HandledMessage, _ key: MessageTable.Key) -> Model? {
    guard let taker = store.taker(of: key, raisedAt: node), let model = model(at: taker.node)
    else { return nil }
    store.run(because: key) {
      store.run(at: taker.node) { model.handle(message, by: taker.subscription) }
    }
    return model
  }

  /// Calls the handler of one of the model's subscriptions.
  @inline(__always)
  func handle<Delivered: HandledMessage>(_ message: Delivered, by subscription: Int32) {
    if let handler = store.subscriptions.handler(of: subscription) {
      // Each kind is delivered as one type.
      unsafeDowncast(handler, to: Handler<Delivered>.self).handle(message)
    } else {
      message.reach(self)
    }
  }

  @inline(__always)
  private func recorded<Delivered: HandledMessage, Result>(
    _ message: Delivered, _ deliver: @MainActor () -> Result
  ) -> Result {
    store.recorder?.begin(
      Message(kind: Delivered.kind, domain: message.domain, code: message.code),
      raisedBy: store.stop(at: node))
    defer { store.recorder?.end() }
    return deliver()
  }
}
