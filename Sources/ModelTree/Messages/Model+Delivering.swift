import TreeJournal
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

  required init(_ handle: @escaping (Delivered) -> Void) { self.handle = handle }
}

extension TreeStore {
  /// The closure of a subscription, nil where the model's own `handle` receives the message. Each kind
  /// is delivered as one type.
  @inline(__always)
  fileprivate func handler<Delivered>(of subscription: Int32) -> Handler<Delivered>? {
    subscriptions.handler(of: subscription).map { unsafeDowncast($0, to: Handler<Delivered>.self) }
  }
}

// Delivers raised messages, and the tests of an inspector.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    watched(error, key) { raise in
      if let taker = rise(error, raise) { return taker }
      store.lostMessages?.take(error, self)
      let top = store.top(of: node)
      if store.links[Int(top)].isRootSession {
        let root = model(at: top)
        store.run(because: key) {
          store.run(at: top, .ended(.uncaught, raise, hops: 0)) { root?.receiveUncaught(error) }
        }
      } else if let journal = store.journal {
        _ = store.recordOutcome(.uncaught, of: raise, journal)
      }
      return nil
    }
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    watched(bubble, key) { raise in
      if let taker = rise(bubble, raise) { return taker }
      store.withJournal { _ = store.recordOutcome(.unhandled, of: raise, $0) }
      store.lostMessages?.take(bubble, self)
      return nil
    }
  }

  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// except those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    watched(event, key) { raise in
      let scope = store.eventScope(ofRaiser: node)
      // Retained, to keep the nodes of those that are removed meanwhile from reuse.
      // A loop: the closure of a map would be checked for its actor at each call.
      let store = store
      var nodes = scope == TreeStore.none ? [] : store.receivers(of: key, in: scope)
      var receivers: [Model] = []
      receivers.reserveCapacity(nodes.count)
      for node in nodes {
        if let receiver = model(at: node) { receivers.append(receiver) }
      }
      if receivers.count < nodes.count { nodes = receivers.map(\.node) }

      let journal = store.journal
      var record: JournalWriter.Mark?
      if let journal {
        record = store.recordOutcome(
          nodes.isEmpty ? .unheard : .delivered, of: raise, count: nodes.count, journal)
      }
      if nodes.isEmpty { return [] }
      let outer = store.beginDelivery()
      defer { store.endDelivery(outer) }
      let removalsBefore = store.removals
      var missed: Set<Int32> = []
      store.run(because: key) {
        // By nodes: to take the model itself would retain it again.
        for (place, node) in nodes.enumerated() {
          let isHere = store.links[Int(node)].detachedAt <= removalsBefore
          let subscription = isHere ? store.subscription(at: node, for: key) : TreeStore.none
          if subscription == TreeStore.none {
            missed.insert(node)
          } else if let handler: Handler<GlobalEvent> = store.handler(of: subscription) {
            store.run(at: node, .received(record?.number ?? 0)) { handler.handle(event) }
          } else {
            store.run(at: node, .received(record?.number ?? 0)) { receivers[place].handle(event) }
          }
        }
      }
      if let record { journal?.journal.writer.finish(record, missing: missed.count) }
      return missed.isEmpty ? receivers : receivers.filter { !missed.contains($0.node) }
    }
  }

  /// Offers a message to the model itself, then to each ancestor.
  private func rise(_ message: some HandledMessage, _ raise: Raise) -> Model? {
    guard let taker = store.taker(of: raise.key, raisedAt: node), let model = model(at: taker.node)
    else {
      if store.isWatched { store.notePassed(from: node, to: TreeStore.none) }
      return nil
    }
    if store.isWatched { store.notePassed(from: node, to: taker.node) }
    store.run(because: raise.key) {
      store.run(at: taker.node, .ended(.handled, raise, hops: taker.hops)) {
        model.handle(message, by: taker.subscription)
      }
    }
    return model
  }

  /// Calls the handler of one of the model's subscriptions.
  @inline(__always)
  func handle<Delivered: HandledMessage>(_ message: Delivered, by subscription: Int32) {
    if let handler: Handler<Delivered> = store.handler(of: subscription) {
      handler.handle(message)
    } else {
      message.reach(self)
    }
  }

  /// Delivers a message, and records the route of a test.
  @inline(__always)
  private func watched<Delivered: HandledMessage, Result>(
    _ message: Delivered, _ key: MessageTable.Key, _ deliver: @MainActor (Raise) -> Result
  ) -> Result {
    let raise = Raise(key: key, node: node, isTest: message.isTest)
    guard store.isWatched, let recorder = store.recorder else { return deliver(raise) }
    recorder.begin(
      Message(kind: Delivered.kind, domain: message.domain, code: message.code),
      raisedBy: store.stop(at: node))
    defer { recorder.end() }
    return deliver(raise)
  }
}
