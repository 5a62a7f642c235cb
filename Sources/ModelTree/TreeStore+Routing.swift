// Who gets a message is decided here, and for events in `TreeStore+Events`, and nowhere else in the
// runtime.
extension TreeStore {
  /// The node's registration that takes a message: the one for its code, else the one for its
  /// whole domain; `none` where it has neither.
  func registration(at node: Int32, for key: MessageTable.Key) -> Int32 {
    var found = Self.none
    var index = links[Int(node)].firstRegistration
    while index != Self.none {
      let entry = registrations.entries[Int(index)]
      if entry.key.domain == key.domain {
        if entry.key.code == key.code { return index }
        if entry.key.code == MessageTable.Key.wholeDomain { found = index }
      }
      index = entry.next
    }
    return found
  }

  /// The first node, from the raiser upwards, that is registered for a message.
  func handler(
    of key: MessageTable.Key, raisedAt raiser: Int32
  ) -> (node: Int32, registration: Int32)? {
    var node = raiser
    while node != Self.none {
      if links[Int(node)].firstRegistration != Self.none {
        let found = registration(at: node, for: key)
        if found != Self.none { return (node, found) }
      }
      recorder?.notePassed(model(at: node))
      node = links[Int(node)].parent
    }
    return nil
  }

  /// The session from which an event goes down: the nearest above the raiser, the raiser itself
  /// where it is a root session, `none` outside any session.
  func eventScope(ofRaiser raiser: Int32) -> Int32 {
    let above = session(above: raiser)
    if above != Self.none { return above }
    return links[Int(raiser)].isRootSession ? raiser : Self.none
  }
}
