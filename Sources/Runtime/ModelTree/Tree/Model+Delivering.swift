/// A message that models handle, each kind in a method of its own.
@MainActor
package protocol HandledMessage: RaisedMessage {
  /// Calls the model's own `handle(_:)`.
  func reach(_ model: Model)
  /// The value that the raiser sends along.
  var payload: Any? { get }
  /// Where it was raised; nil for a test message.
  var location: SourceLine? { get }
}

extension ModelError: HandledMessage {
  package func reach(_ model: Model) { model.handle(self) }
  package var payload: Any? { underlying }
}

extension BubbleNotification: HandledMessage {
  package func reach(_ model: Model) { model.handle(self) }
  package var payload: Any? { object }
}

extension GlobalEvent: HandledMessage {
  package func reach(_ model: Model) { model.handle(self) }
  package var payload: Any? { object }
}

extension Registration {
  /// Calls the closure, or the model's own `handle(_:)`.
  @MainActor
  func handle<Delivered: HandledMessage>(
    _ message: Delivered, of model: @autoclosure () -> Model
  ) {
    switch taker {
    case .model: message.reach(model())
    // Messages of each kind are delivered as one type, which the closure takes.
    case .closure: unsafeDowncast(self, to: ClosureRegistration<Delivered>.self).handle?(message)
    case .valueClosure: handleValue(of: message)
    }
  }
}

// Delivers raised messages, and the tests of an inspector.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    if let taker = rise(error, key) { return taker }
    let raise = observed(error, key, .uncaught)
    let top = store.top(of: node)
    if top == store.rootNode, let root = model(at: top) {
      let outer = store.replaceCause(by: key)
      raise?.handlerBegins(at: top, nil)
      root.receiveUncaught(error)
      raise?.handlerEnded(at: top)
      store.cause = outer
    }
    raise?.finished()
    return nil
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    if let taker = rise(bubble, key) { return taker }
    observed(bubble, key, .unhandled)?.finished()
    return nil
  }

  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// except those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    let store = store
    let scope = store.eventScope(ofRaiser: node)
    var registrations = scope == TreeStore.none ? [] : store.receivers(of: event, key, in: scope)
    // Retained, to keep the nodes of those that are removed meanwhile from reuse.
    var receivers: [Model] = []
    receivers.reserveCapacity(registrations.count)
    for place in registrations.indices {
      if let model = model(at: registrations[place].node) { receivers.append(model) }
    }
    if receivers.count < registrations.count {
      registrations = registrations.filter { model(at: $0.node) != nil }
    }
    var raise: Raise?
    if store.observer != nil { raise = observed(event, key, .delivered(to: receivers)) }
    if receivers.isEmpty {
      raise?.finished()
      return []
    }
    let outerDelivery = store.beginDelivery()
    let (removals, revision) = (store.removals, store.revision)
    var missed: Set<Int32> = []
    let outer = store.replaceCause(by: key)
    for place in registrations.indices {
      var registration = registrations[place]
      let node = registration.node
      // A handler may have changed the tree, and what the model is registered for.
      if store.revision != revision {
        guard let present = store.registration(at: node, for: event, key),
          store.links[Int(node)].detachedAt <= removals
        else {
          missed.insert(node)
          continue
        }
        registration = present
      }
      raise?.handlerBegins(at: node, place: place, registration.source)
      registration.handle(event, of: receivers[place])
      raise?.handlerEnded(at: node)
    }
    store.cause = outer
    store.endDelivery(outerDelivery)
    raise?.finished(missed: missed.count)
    return missed.isEmpty ? receivers : receivers.filter { !missed.contains($0.node) }
  }

  /// Offers a message to the model itself, then to each ancestor.
  private func rise(_ message: some HandledMessage, _ key: MessageTable.Key) -> Model? {
    guard let (registration, hops) = store.taker(of: message, key, raisedAt: node),
      let model = model(at: registration.node)
    else { return nil }
    let outer = store.replaceCause(by: key)
    var raise: Raise?
    if store.observer != nil {
      raise = observed(
        message, key, .handled(by: ObservedModel(model), hops: hops, registration.source))
    }
    raise?.handlerBegins(at: model.node, registration.source)
    registration.handle(message, of: model)
    raise?.handlerEnded(at: model.node)
    raise?.finished()
    store.cause = outer
    return model
  }

  /// Tells the tree's observer of a message; nil without one.
  private func observed(
    _ message: some HandledMessage, _ key: MessageTable.Key, _ outcome: Raise.Outcome
  ) -> Raise? {
    guard let observer = store.observer else { return nil }
    let raise = Raise(message, key, by: ObservedModel(self), outcome, for: observer)
    observer.raised(raise)
    return raise
  }
}
