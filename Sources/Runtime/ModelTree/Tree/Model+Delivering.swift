import TreeJournal
import TreeSnapshot

/// A message that models handle, each kind in a method of its own.
@MainActor
protocol HandledMessage: RaisedMessage {
  /// Calls the model's own `handle(_:)`.
  func reach(_ model: Model)
  /// The value that the raiser sends along.
  var payload: Any? { get }
  /// Where it was raised; nil for a test message.
  var location: SourceLocation? { get }
}

extension ModelError: HandledMessage {
  func reach(_ model: Model) { model.handle(self) }
  var payload: Any? { underlying }
}

extension BubbleNotification: HandledMessage {
  func reach(_ model: Model) { model.handle(self) }
  var payload: Any? { object }
}

extension GlobalEvent: HandledMessage {
  func reach(_ model: Model) { model.handle(self) }
  var payload: Any? { object }
}

/// The closure of a registration.
final class Handler<Delivered> {
  let handle: (Delivered) -> Void

  init(_ handle: @escaping (Delivered) -> Void) { self.handle = handle }
}

// Delivers raised messages, and the tests of an inspector.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    let raise = begin(error, key)
    defer { raise.recorder?.end() }
    if let taker = rise(error, raise) { return taker }
    store.lostMessages?.take(error, self)
    let top = store.top(of: node)
    if top == store.rootNode {
      let root = model(at: top)
      let outer = store.replaceCause(by: key)
      let running = store.isRecorded ? store.begin(.ended(.uncaught, raise, hops: 0), at: top) : nil
      root?.receiveUncaught(error)
      if let running { store.end(running) }
      store.cause = outer
    } else {
      store.recordOutcome(.uncaught, of: raise)
    }
    return nil
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    let raise = begin(bubble, key)
    defer { raise.recorder?.end() }
    if let taker = rise(bubble, raise) { return taker }
    store.recordOutcome(.unhandled, of: raise)
    store.lostMessages?.take(bubble, self)
    return nil
  }

  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// except those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    let store = store
    let raise = begin(event, key)
    defer { raise.recorder?.end() }
    let scope = store.eventScope(ofRaiser: node)
    let registrations = scope == TreeStore.none ? [] : store.receivers(of: event, key, in: scope)
    // Retained, to keep the nodes of those that are removed meanwhile from reuse.
    var receivers: [Model] = []
    receivers.reserveCapacity(registrations.count)
    for registration in registrations {
      if let model = model(at: registration.node) { receivers.append(model) }
    }
    let record = store.recordOutcome(
      receivers.isEmpty ? .unheard : .delivered, of: raise, count: receivers.count,
      rest: receivers.dropFirst(Self.mostRecorded))
    if receivers.isEmpty { return [] }
    let writer = store.journal?.journal.writer
    let outerDelivery = store.beginDelivery()
    let (removals, revision) = (store.removals, store.revision)
    var missed: Set<Int32> = []
    let outer = store.replaceCause(by: key)
    for place in receivers.indices {
      let model = receivers[place]
      var registration = registrations[place]
      // A handler may have changed the tree, and what the model is registered for.
      if store.revision != revision || registration.node != model.node {
        guard let present = store.registration(at: model.node, for: event, key),
          store.links[Int(model.node)].detachedAt <= removals
        else {
          missed.insert(model.node)
          continue
        }
        registration = present
      }
      if store.isRecorded {
        let running = store.begin(
          .received(record, raise, registration.source, hasRecord: place < Self.mostRecorded),
          at: model.node)
        model.handle(event, by: registration)
        store.end(running)
      } else {
        model.handle(event, by: registration)
      }
    }
    store.cause = outer
    store.endDelivery(outerDelivery)
    if let record { writer?.finish(record.delivered, missing: missed.count) }
    return missed.isEmpty ? receivers : receivers.filter { !missed.contains($0.node) }
  }

  /// The most receivers of an event that have records of their own.
  private static let mostRecorded = 32

  /// Offers a message to the model itself, then to each ancestor.
  private func rise(_ message: some HandledMessage, _ raise: Raise) -> Model? {
    guard let (registration, hops) = store.taker(of: message, raise.key, raisedAt: node),
      let model = model(at: registration.node)
    else {
      store.notePassed(from: node, to: TreeStore.none)
      return nil
    }
    store.notePassed(from: node, to: model.node)
    let outer = store.replaceCause(by: raise.key)
    if store.isRecorded {
      let running = store.begin(
        .ended(.handled, raise, hops: hops, registration.source), at: model.node)
      model.handle(message, by: registration)
      store.end(running)
    } else {
      model.handle(message, by: registration)
    }
    store.cause = outer
    return model
  }

  /// Calls the handler of one of the model's registrations.
  func handle<Delivered: HandledMessage>(_ message: Delivered, by registration: Registration) {
    guard let handler = registration.handler else { return message.reach(self) }
    if let payload = registration.payload { return payload.handle(message) }
    // Messages of each kind are delivered as one type, which the closure takes.
    unsafeDowncast(handler, to: Handler<Delivered>.self).handle(message)
  }

  /// Begins the delivery of a message, and the record of its route in a test.
  private func begin(_ message: some HandledMessage, _ key: MessageTable.Key) -> Raise {
    let recorder = store.recorder
    recorder?.begin(
      Message(kind: type(of: message).kind, domain: message.domain, code: message.code),
      raisedBy: store.stop(at: node))
    return Raise(
      key: key, node: node, isTest: message.isTest,
      notes: store.journal.map { RaiseNotes(message, for: $0.journal) }, recorder: recorder)
  }
}

/// What a journal keeps of a raise besides the message: where it was, and what it says of itself.
struct RaiseNotes {
  let source: SourceLocation?
  private(set) var texts = RecordTexts()

  @MainActor
  init(_ message: some HandledMessage, for journal: Journal) {
    source = message.location
    if journal.texts == .names { return }
    if let error = message as? ModelError {
      if let context = error.context { texts.add(.context, context) }
      if let underlying = error.underlying, !(underlying is any ErrorMessage) {
        texts.add(.underlying, "\(underlying)")
      }
    }
    if journal.payloads == .described, let payload = message.payload {
      texts.add(.payload, "\(payload)")
    }
  }
}

/// Receives the errors and bubbles that no model handles, as they are raised.
package final class LostMessages {
  /// Receives a `ModelError`, before the root session does, or a `BubbleNotification`, and its
  /// raiser, a `Model`.
  let take: @MainActor (_ message: Any, _ raiser: AnyObject) -> Void

  /// - Parameter take: receives a `ModelError` or a `BubbleNotification`, and the `Model` that
  ///   raised it.
  package init(take: @escaping @MainActor (_ message: Any, _ raiser: AnyObject) -> Void) {
    self.take = take
  }
}
