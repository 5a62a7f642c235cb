import TreeSnapshot

// Registering. What a closure holds is let go when its registration ends, which may end models and
// their registrations in turn: handlers are handed out, to be dropped when the store is at rest.
extension TreeStore {
  /// Registers a node for a message; a registration for the same one is replaced.
  ///
  /// - Returns: the handler that was replaced.
  func register(
    _ node: Int32, for key: MessageTable.Key, _ handler: RegistrationPool.Handler,
    _ source: SourceLocation
  ) -> RegistrationPool.Handler? {
    switch registrations.add(key, handler, source, to: &links[Int(node)].firstRegistration) {
    case .replaced(let handler): return handler
    case .new(let registration):
      if messages.kind(of: key) == .event {
        let place = audiences[key].add(registration, of: node)
        registrations.setPlace(place, of: registration)
      }
      return nil
    }
  }

  /// Ends a node's registration for a message, if it has one.
  ///
  /// - Returns: the handler that it had.
  func unregister(_ node: Int32, for key: MessageTable.Key) -> RegistrationPool.Handler? {
    let registration = registrations.find(key, in: links[Int(node)].firstRegistration)
    guard registration != Self.none else { return nil }
    if keepsFormerPlaces {
      endedSubscriptions.note(
        node, id: links[Int(node)].id, key, registrations.source(of: registration))
    }
    return end(registration, of: node)
  }

  /// Ends all registrations of a node.
  ///
  /// - Returns: the handlers that it had.
  func unregisterAll(_ node: Int32) -> [RegistrationPool.Handler] {
    var handlers: [RegistrationPool.Handler] = []
    while links[Int(node)].firstRegistration != Self.none {
      handlers.append(end(links[Int(node)].firstRegistration, of: node))
    }
    return handlers
  }

  private func end(_ registration: Int32, of node: Int32) -> RegistrationPool.Handler {
    let place = registrations.place(of: registration)
    if place != Self.none {
      registrations.setPlace(Self.none, of: registration)
      let key = registrations.entries[Int(registration)].key
      audiences[key].end(at: place, movingPlacesIn: registrations)
    }
    return registrations.remove(registration, from: &links[Int(node)].firstRegistration)
  }
}
