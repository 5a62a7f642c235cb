import TreeSnapshot

/// The registrations of one model.
struct Registrations {
  /// The first ones, which are compared one by one: most models have no others.
  private var few: [Registration] = []
  private var others: [MessageTable.Key: Registration] = [:]

  private static let mostFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  subscript(key: MessageTable.Key) -> Registration? {
    for registration in few where registration.key == key { return registration }
    return others.isEmpty ? nil : others[key]
  }

  /// Adds a registration.
  ///
  /// - Returns: the former one for the same message.
  mutating func put(_ new: Registration) -> Registration? {
    for place in few.indices where few[place].key == new.key {
      defer { few[place] = new }
      return few[place]
    }
    if few.count < Self.mostFew, others.isEmpty || others[new.key] == nil {
      few.append(new)
      return nil
    }
    return others.updateValue(new, forKey: new.key)
  }

  mutating func remove(_ key: MessageTable.Key) -> Registration? {
    for place in few.indices where few[place].key == key { return few.remove(at: place) }
    return others.isEmpty ? nil : others.removeValue(forKey: key)
  }

  func forEach(_ body: (Registration) -> Void) {
    for registration in few { body(registration) }
    if !others.isEmpty { for registration in others.values { body(registration) } }
  }

  /// All of them, in the order in which they were made. Costs sorting them.
  var inOrder: [Registration] {
    others.isEmpty && few.count < 2
      ? few : (few + others.values).sorted { $0.number < $1.number }
  }
}

// The takers of a message are decided here, and for events in `EventAudience`, and nowhere else in
// the runtime.
extension TreeStore {
  /// The first node, from the raiser upwards, that is registered for a message, and the hops up to it.
  func taker(
    of message: some HandledMessage, _ key: MessageTable.Key, raisedAt raiser: Int32
  ) -> (registration: Registration, hops: Int)? {
    let wanted = key.interest | key.wholeDomain.interest
    var (node, hops) = (raiser, 0)
    while node != Self.none {
      if links[Int(node)].interests & wanted != 0,
        let taking = registration(at: node, for: message, key)
      {
        return (taking, hops)
      }
      node = links[Int(node)].parent
      hops += 1
    }
    return nil
  }

  /// The node's registration that takes a message: the one for its code, else the one for its whole
  /// domain.
  func registration(
    at node: Int32, for message: some HandledMessage, _ key: MessageTable.Key
  ) -> Registration? {
    if let own = registrations[Int(node)][key], own.takes(message) { return own }
    guard let own = registrations[Int(node)][key.wholeDomain], own.takes(message) else {
      return nil
    }
    return own
  }

  /// The node's registrations, in the order in which they were made. Costs sorting them.
  func registrations(of node: Int32) -> [Registration] { registrations[Int(node)].inOrder }

  /// The session from which an event goes down: the nearest above the raiser, or the raiser itself
  /// if it is a root session; `none` outside of sessions.
  func eventScope(ofRaiser raiser: Int32) -> Int32 {
    let above = session(above: raiser)
    return above != Self.none || raiser != rootNode ? above : raiser
  }

  // MARK: Changes

  /// Adds a registration. It takes the place of one that the model has for the same message.
  @usableFromInline
  func register(_ registration: Registration) {
    noteChange()
    let (node, key) = (registration.node, registration.key)
    if let former = registrations[Int(node)].put(registration) {
      registration.number = former.number
      end(former)
    } else {
      lastRegistration += 1
      registration.number = lastRegistration
      links[Int(node)].interests |= key.interest
    }
    if messages.kind(of: key) == .event, !links[Int(node)].isOutside {
      joinAudience(registration)
    }
    observer?.registered(registration, in: self)
    dropClosures()
  }

  /// Ends a node's registration for a message, if it has one.
  func endRegistration(of node: Int32, for key: MessageTable.Key) {
    guard let ending = registrations[Int(node)].remove(key) else { return }
    noteChange()
    if registrations[Int(node)].isEmpty { links[Int(node)].interests = 0 }
    end(ending)
    observer?.unregistered(ending, in: self)
    dropClosures()
  }

  /// Ends all registrations of a node; `dropClosures()` releases their closures.
  func endRegistrations(of node: Int32) {
    guard links[Int(node)].interests != 0 else { return }
    links[Int(node)].interests = 0
    let ending = registrations[Int(node)]
    registrations[Int(node)] = Registrations()
    ending.forEach { end($0) }
  }

  private func end(_ registration: Registration) {
    leaveAudience(registration)
    if registration.taker != .model { ended.append(registration) }
  }

  /// Releases the closures of registrations that have ended, one by one: what they retain may end
  /// further ones as it is released.
  func dropClosures() {
    while let registration = ended.popLast() { registration.dropClosure() }
  }
}
