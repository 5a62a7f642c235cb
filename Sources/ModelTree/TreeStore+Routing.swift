import TreeSnapshot

/// What an inspector is told while a test message travels.
final class RouteRecorder {
  struct Stop {
    var id: Int
    /// Whether the node took the message; an event's stops are its receivers.
    var isHandler: Bool
  }

  private(set) var stops: [Stop] = []
  /// A handler may raise in turn; only the first message is recorded.
  private var depth = 0

  func begin() { depth += 1 }
  func end() { depth -= 1 }

  func note(id: Int, isHandler: Bool) {
    if depth == 1 { stops.append(Stop(id: id, isHandler: isHandler)) }
  }
}

// Who gets a message is decided here and nowhere else in the runtime.
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
        if found != Self.none {
          recorder?.note(id: links[Int(node)].id, isHandler: true)
          return (node, found)
        }
      }
      recorder?.note(id: links[Int(node)].id, isHandler: false)
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

  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// leaving out those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key, raisedAt raiser: Int32) -> [Model] {
    let scope = eventScope(ofRaiser: raiser)
    guard scope != Self.none else { return [] }
    var receivers: [Model] = []
    var node = scope
    while node != Self.none {
      if links[Int(node)].firstRegistration != Self.none,
        registration(at: node, for: key) != Self.none
      {
        receivers.append(model(at: node))
      }
      node = next(after: node, within: scope)
    }

    let removalsBefore = removals
    // The session may leave the tree with its receivers, so they are looked for below the top as
    // well. Both are held, so that no other model takes their places meanwhile.
    let session = model(at: scope)
    let top = model(at: top(of: scope))
    var delivered: [Model] = []
    for receiver in receivers {
      if removals != removalsBefore {
        guard isNode(receiver.node, inSubtreeOf: session.node),
          isNode(session.node, inSubtreeOf: top.node)
        else { continue }
      }
      let registration = registration(at: receiver.node, for: key)
      guard registration != Self.none else { continue }
      recorder?.note(id: links[Int(receiver.node)].id, isHandler: true)
      delivered.append(receiver)
      if case .event(let handle) = registrations.handler(of: registration) {
        handle(event)
      } else {
        receiver.handle(event)
      }
    }
    return delivered
  }
}
