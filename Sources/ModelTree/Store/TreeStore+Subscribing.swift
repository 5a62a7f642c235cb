import TreeSnapshot

// The end of a subscription releases what its closure holds, which may deallocate models and end their
// subscriptions in turn: handlers are returned, and the caller drops them when the store is at rest.
extension TreeStore {
  /// Subscribes a node to a message, in place of a subscription that it has to the same one.
  ///
  /// - Returns: the handler that was replaced.
  func subscribe(
    _ node: Int32, to key: MessageTable.Key, _ handler: AnyObject?, _ source: SourceLocation
  ) -> AnyObject? {
    switch subscriptions.add(key, handler, source, to: &links[Int(node)].firstSubscription) {
    case .replaced(let handler): return handler
    case .new(let subscription):
      if messages.kind(of: key) == .event {
        let place = audiences[key].add(subscription, of: node)
        subscriptions.setPlace(place, of: subscription)
      }
      return nil
    }
  }

  /// Ends a node's subscription to a message, if it has one.
  ///
  /// - Returns: the handler that it had.
  func endSubscription(of node: Int32, to key: MessageTable.Key) -> AnyObject? {
    let subscription = subscriptions.find(key, in: links[Int(node)].firstSubscription)
    guard subscription != Self.none else { return nil }
    if keepsFormerPlaces {
      endedSubscriptions.note(
        node, id: links[Int(node)].id, key, subscriptions.source(of: subscription))
    }
    return end(subscription, of: node)
  }

  /// Ends all subscriptions of a node.
  ///
  /// - Returns: the handlers that they had.
  func endSubscriptions(of node: Int32) -> [AnyObject] {
    var handlers: [AnyObject] = []
    while links[Int(node)].firstSubscription != Self.none {
      let handler = end(links[Int(node)].firstSubscription, of: node)
      if let handler { handlers.append(handler) }
    }
    return handlers
  }

  private func end(_ subscription: Int32, of node: Int32) -> AnyObject? {
    let place = subscriptions.place(of: subscription)
    if place != Self.none {
      subscriptions.setPlace(Self.none, of: subscription)
      let key = subscriptions.entries[Int(subscription)].key
      audiences[key].end(at: place, movingPlacesIn: subscriptions)
    }
    return subscriptions.remove(subscription, from: &links[Int(node)].firstSubscription)
  }
}
