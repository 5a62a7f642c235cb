import TreeSnapshot

/// The closures of a tree's subscriptions, by the type that they receive.
final class Handlers: HandlerStorage {
  fileprivate let errors = HandlerTable<ModelError>()
  fileprivate let bubbles = HandlerTable<BubbleNotification>()
  fileprivate let events = HandlerTable<GlobalEvent>()

  override func remove(_ kind: Message.Kind, _ subscription: Int32) {
    switch kind {
    case .error: errors.remove(subscription)
    case .bubble: bubbles.remove(subscription)
    case .event: events.remove(subscription)
    }
  }

  override func drop() {
    errors.drop()
    bubbles.drop()
    events.drop()
  }
}

extension TreeStore {
  /// The closures that receive messages of one type.
  @inline(__always)
  func handlers<Delivered: RaisedMessage>(of type: Delivered.Type) -> HandlerTable<Delivered> {
    // Each store is made with `Handlers`, and each kind is delivered as one type.
    let all = unsafeDowncast(handlers, to: Handlers.self)
    return switch Delivered.kind {
    case .error: unsafeDowncast(all.errors, to: HandlerTable<Delivered>.self)
    case .bubble: unsafeDowncast(all.bubbles, to: HandlerTable<Delivered>.self)
    case .event: unsafeDowncast(all.events, to: HandlerTable<Delivered>.self)
    }
  }
}
