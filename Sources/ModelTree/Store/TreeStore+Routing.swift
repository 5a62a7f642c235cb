// The takers of a message are decided here, and for events in `TreeStore+Receivers`, and nowhere else
// in the runtime.
extension TreeStore {
  /// The node's subscription that takes a message: the one for its code, else the one for its whole
  /// domain; `none` if it has neither.
  func subscription(at node: Int32, for key: MessageTable.Key) -> Int32 {
    subscriptions.taker(of: key, at: node, in: links[Int(node)].firstSubscription)
  }

  /// The first node, from the raiser upwards, that is registered for a message, and the hops up to it.
  func taker(
    of key: MessageTable.Key, raisedAt raiser: Int32
  ) -> (node: Int32, subscription: Int32, hops: Int)? {
    var node = raiser
    var hops = 0
    while node != Self.none {
      if links[Int(node)].firstSubscription != Self.none {
        let found = subscription(at: node, for: key)
        if found != Self.none { return (node, found, hops) }
      }
      node = links[Int(node)].parent
      hops += 1
    }
    return nil
  }

  /// The session from which an event goes down: the nearest above the raiser, or the raiser itself
  /// if it is a root session; `none` outside of sessions.
  func eventScope(ofRaiser raiser: Int32) -> Int32 {
    let above = session(above: raiser)
    if above != Self.none { return above }
    return links[Int(raiser)].isRootSession ? raiser : Self.none
  }
}
