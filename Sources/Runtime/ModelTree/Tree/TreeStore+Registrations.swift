import TreeSnapshot

/// A model's registration for a message, or for a whole domain.
package final class Registration {
  package let node: Int32
  package let key: MessageTable.Key
  /// Ascends in the order in which registrations are made.
  let number: Int
  /// The latest `file:line` that made it.
  package var source: SourceLine
  /// What calls its closure; nil if the model's own `handle` receives the message.
  fileprivate(set) var handler: AnyObject?
  /// The same if its closure takes values of one type: a message that carries no such value passes.
  fileprivate(set) var payload: (any ValueHandling)?
  /// The audience that it is in until its model leaves the tree.
  var audience: EventAudience?

  fileprivate init(_ node: Int32, _ key: MessageTable.Key, number: Int, source: SourceLine) {
    self.node = node
    self.key = key
    self.number = number
    self.source = source
  }

  /// The type of the values that its closure takes; nil if it takes all messages.
  @MainActor package var payloadType: Any.Type? { payload?.type }

  /// Whether a message that it is for carries what its closure takes.
  @MainActor
  func takes(_ message: some HandledMessage) -> Bool { payload?.takes(message) ?? true }
}

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

  /// The registration for a message, which is made if there is none.
  mutating func registration(
    for key: MessageTable.Key, orNew make: @autoclosure () -> Registration
  ) -> Registration {
    for registration in few where registration.key == key { return registration }
    if few.count < Self.mostFew, others.isEmpty || others[key] == nil {
      let new = make()
      few.append(new)
      return new
    }
    func value(_ place: inout Registration) -> Registration { place }
    return value(&others[key, default: make()])
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

  /// Registers a node for a message. A registration that it has for the same one keeps its place.
  ///
  /// - Parameters:
  ///   - handler: calls the closure; nil if there is none.
  ///   - payload: the same if the closure takes values of one type.
  func register(
    _ node: Int32, for key: MessageTable.Key, _ source: SourceLine, _ handler: AnyObject?,
    payload: (any ValueHandling)? = nil
  ) {
    noteChange()
    let registration = registrations[Int(node)].registration(
      for: key,
      orNew: Registration(node, key, number: lastRegistration + 1, source: source))
    let isNew = registration.number > lastRegistration
    if isNew {
      lastRegistration += 1
    } else {
      registration.source = source
      retire(registration)
    }
    registration.handler = handler
    registration.payload = payload
    if isNew {
      links[Int(node)].interests |= key.interest
      if messages.kind(of: key) == .event, !links[Int(node)].isOutside {
        joinAudience(registration)
      }
    } else if payload != nil {
      registration.audience?.isSelective = true
    }
    observer?.registered(registration, in: self)
    dropHandlers()
  }

  /// Ends a node's registration for a message, if it has one.
  func endRegistration(of node: Int32, for key: MessageTable.Key) {
    guard let ending = registrations[Int(node)].remove(key) else { return }
    noteChange()
    if registrations[Int(node)].isEmpty { links[Int(node)].interests = 0 }
    end(ending)
    observer?.unregistered(ending, in: self)
    dropHandlers()
  }

  /// Ends all registrations of a node; `dropHandlers()` releases their closures.
  func endRegistrations(of node: Int32) {
    guard links[Int(node)].interests != 0 else { return }
    links[Int(node)].interests = 0
    let ending = registrations[Int(node)]
    registrations[Int(node)] = Registrations()
    ending.forEach { end($0) }
  }

  private func end(_ registration: Registration) {
    retire(registration)
    leaveAudience(registration)
  }

  private func retire(_ registration: Registration) {
    if let handler = registration.handler { endedHandlers.append(handler) }
    registration.handler = nil
    registration.payload = nil
  }

  /// Releases the closures of registrations that have ended, one by one: what they retain may end
  /// further ones as it is released.
  func dropHandlers() {
    if endedHandlers.isEmpty { return }
    while let handler = endedHandlers.popLast() { withExtendedLifetime(handler) {} }
  }
}

/// A closure for values of one type, which messages carry or represent.
@MainActor
protocol ValueHandling: AnyObject {
  /// The type of the values.
  var type: Any.Type { get }
  /// Whether a message has a value for the closure.
  func takes(_ message: some HandledMessage) -> Bool
  /// Calls the closure with the value of a message.
  func handle(_ message: some HandledMessage)
}

/// A closure for the values that messages carry, or for the cases of a domain of codes.
final class ValueHandler<Value>: ValueHandling {
  private let closure: (Value) -> Void
  /// The type of the values, if they are codes.
  private let codes: (any MessageCode.Type)?

  init(_ closure: @escaping (Value) -> Void, codes: (any MessageCode.Type)?) {
    self.closure = closure
    self.codes = codes
  }

  var type: Any.Type { Value.self }

  func takes(_ message: some HandledMessage) -> Bool {
    if let codes { return codes.init(code: message.code) != nil }
    guard let payload = message.payload else { return message.payload is Value }
    // Most messages carry exactly this type, and comparing types is faster than a cast.
    return Swift.type(of: payload) == Value.self || payload is Value
  }

  func handle(_ message: some HandledMessage) {
    let value: Any? = codes.map { $0.init(code: message.code) as Any } ?? message.payload
    if let value = value as? Value { closure(value) }
  }
}
