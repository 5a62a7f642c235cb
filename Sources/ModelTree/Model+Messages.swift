import TreeSnapshot

// Registering. A second registration of a model for the same message replaces the first one, its
// closure too. Each costs a look through the model's own registrations.
extension Model {
  /// Registers the model for an error, in place of a registration that it has for the same one.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - code: the error's code.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Code: ErrorCode>(
    for code: Code, file: StaticString = #fileID, line: UInt = #line,
    handler: ((ModelError) -> Void)? = nil
  ) {
    store.declare(.error, Code.self)
    add(store.key(.error, code), handler.map { .error($0) }, file, line)
  }

  /// Registers the model for several errors, which its `handle(_:)` takes.
  ///
  /// A closure that one of them had before is dropped. Costs a look through the model's own
  /// registrations for each.
  ///
  /// - Parameters:
  ///   - codes: what is registered for.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  public func register<Code: ErrorCode>(
    for codes: [Code], file: StaticString = #fileID, line: UInt = #line
  ) {
    for code in codes { register(for: code, file: file, line: line) }
  }

  /// Registers the model for all errors of a domain.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - domain: the enum that declares the codes.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Code: ErrorCode>(
    forAll domain: Code.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((ModelError) -> Void)? = nil
  ) {
    store.declare(.error, domain)
    add(store.domainKey(.error, domain), handler.map { .error($0) }, file, line)
  }

  /// Registers the model for a bubble.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - name: the bubble.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Name: BubbleNotificationName>(
    for name: Name, file: StaticString = #fileID, line: UInt = #line,
    handler: ((BubbleNotification) -> Void)? = nil
  ) {
    store.declare(.bubble, Name.self)
    add(store.key(.bubble, name), handler.map { .bubble($0) }, file, line)
  }

  /// Registers the model for several bubbles, which its `handle(_:)` takes.
  ///
  /// A closure that one of them had before is dropped. Costs a look through the model's own
  /// registrations for each.
  ///
  /// - Parameters:
  ///   - names: what is registered for.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  public func register<Name: BubbleNotificationName>(
    for names: [Name], file: StaticString = #fileID, line: UInt = #line
  ) {
    for name in names { register(for: name, file: file, line: line) }
  }

  /// Registers the model for all bubbles of a domain.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - domain: the enum that declares the names.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Name: BubbleNotificationName>(
    forAll domain: Name.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((BubbleNotification) -> Void)? = nil
  ) {
    store.declare(.bubble, domain)
    add(store.domainKey(.bubble, domain), handler.map { .bubble($0) }, file, line)
  }

  /// Registers the model for a global event.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - name: the event.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Name: GlobalEventName>(
    for name: Name, file: StaticString = #fileID, line: UInt = #line,
    handler: ((GlobalEvent) -> Void)? = nil
  ) {
    store.declare(.event, Name.self)
    add(store.key(.event, name), handler.map { .event($0) }, file, line)
  }

  /// Registers the model for several global events, which its `handle(_:)` takes.
  ///
  /// A closure that one of them had before is dropped. Costs a look through the model's own
  /// registrations for each.
  ///
  /// - Parameters:
  ///   - names: what is registered for.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  public func register<Name: GlobalEventName>(
    for names: [Name], file: StaticString = #fileID, line: UInt = #line
  ) {
    for name in names { register(for: name, file: file, line: line) }
  }

  /// Registers the model for all global events of a domain.
  ///
  /// Costs a look through the model's own registrations.
  ///
  /// - Parameters:
  ///   - domain: the enum that declares the names.
  ///   - file: the file that registers; left out, it is the caller's.
  ///   - line: the line that registers; left out, it is the caller's.
  ///   - handler: called in place of `handle(_:)`; it should not retain the model.
  public func register<Name: GlobalEventName>(
    forAll domain: Name.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((GlobalEvent) -> Void)? = nil
  ) {
    store.declare(.event, domain)
    add(store.domainKey(.event, domain), handler.map { .event($0) }, file, line)
  }

  /// Ends the model's registration for an error; without effect where it has none.
  ///
  /// Costs a look through the model's own registrations.
  public func unregister(for code: some ErrorCode) { remove(store.key(.error, code)) }

  /// Ends the model's registration for a bubble; without effect where it has none.
  ///
  /// Costs a look through the model's own registrations.
  public func unregister(for name: some BubbleNotificationName) {
    remove(store.key(.bubble, name))
  }

  /// Ends the model's registration for a global event; without effect where it has none.
  ///
  /// Costs a look through the model's own registrations.
  public func unregister(for name: some GlobalEventName) { remove(store.key(.event, name)) }

  /// Ends the model's registration for a whole domain of errors; those for single codes stay.
  public func unregister<Code: ErrorCode>(forAll domain: Code.Type) {
    remove(store.domainKey(.error, domain))
  }

  /// Ends the model's registration for a whole domain of bubbles; those for single names stay.
  public func unregister<Name: BubbleNotificationName>(forAll domain: Name.Type) {
    remove(store.domainKey(.bubble, domain))
  }

  /// Ends the model's registration for a whole domain of events; those for single names stay.
  public func unregister<Name: GlobalEventName>(forAll domain: Name.Type) {
    remove(store.domainKey(.event, domain))
  }

  private func add(
    _ key: MessageTable.Key, _ handler: RegistrationPool.Handler?, _ file: StaticString,
    _ line: UInt
  ) {
    let replaced = store.register(node, for: key, handler ?? .model, SourceLocation(file, line))
    withExtendedLifetime(replaced) {}
  }

  private func remove(_ key: MessageTable.Key) {
    let removed = store.unregister(node, for: key)
    withExtendedLifetime(removed) {}
  }
}

// Raising.
extension Model {
  /// Raises an error: the model itself is asked first, then each ancestor. One that nobody is
  /// registered for ends in the root session's `handleUncaught(_:)`.
  ///
  /// - Parameters:
  ///   - code: the error's code.
  ///   - underlying: the error that led to it.
  ///   - context: what a person who reads the log should know.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the model that handled it; nil where nobody is registered. Costs a walk up to it, or
  ///   to the root.
  @discardableResult
  public func raise<Code: ErrorCode>(
    _ code: Code, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    let key = store.key(.error, code)
    let name = store.messages.code(of: key)
    let error = ModelError(
      domain: store.messages.domain(of: key), code: name?.code ?? code.code, label: name?.label,
      underlying: underlying, context: context, location: SourceLocation(file, line))
    return deliver(error, key: key)
  }

  /// Raises an error that was made before, such as one that a service answered with. It keeps the
  /// raiser and the line that it has.
  ///
  /// - Parameter error: the error.
  /// - Returns: the model that handled it; nil where nobody is registered. Costs a walk up to it, or
  ///   to the root.
  @discardableResult
  public func raise(_ error: ModelError) -> Model? {
    let key = store.messages.key(
      .error, domain: error.domain, code: error.code, label: error.label)
    return deliver(error, key: key)
  }

  /// Raises a bubble: the model itself is asked first, then each ancestor.
  ///
  /// - Parameters:
  ///   - name: the bubble.
  ///   - object: what is sent along; an inspector's test sends nothing.
  /// - Returns: the model that handled it; nil where nobody is registered. Costs a walk up to it, or
  ///   to the root.
  @discardableResult
  public func raise<Name: BubbleNotificationName>(_ name: Name, with object: Any? = nil) -> Model? {
    let key = store.key(.bubble, name)
    let bubble = BubbleNotification(
      domain: store.messages.domain(of: key), code: store.messages.code(of: key)?.code ?? name.code,
      sender: self, object: object, isTest: false)
    return deliver(bubble, key: key)
  }

  /// Raises a global event: it goes down from the nearest session above the model, or from the model
  /// itself where that is the root session, to every model that is registered. A local session so
  /// raises into the session around it, and the models below it into the local one.
  ///
  /// Models that are attached while it is delivered do not get it; those that are removed or
  /// unregistered before their turn do not either. What a handler raises is delivered first.
  ///
  /// Costs a walk up to the session and a look at each model that is registered, wherever it is.
  ///
  /// - Parameters:
  ///   - name: the event.
  ///   - object: what is sent along; an inspector's test sends nothing.
  /// - Returns: the models that got it, in the order of delivery; none outside any session.
  @discardableResult
  public func raise<Name: GlobalEventName>(_ name: Name, with object: Any? = nil) -> [Model] {
    let key = store.key(.event, name)
    let event = GlobalEvent(
      domain: store.messages.domain(of: key), code: store.messages.code(of: key)?.code ?? name.code,
      sender: self, object: object, isTest: false)
    return deliver(event, key: key)
  }

  /// Tells printed trees and the inspector which events the model raises, besides those that were
  /// told before.
  public func mayRaise<Name: GlobalEventName>(_ names: Name...) {
    for name in names { noteRaise(store.key(.event, name)) }
  }

  /// Tells printed trees and the inspector which bubbles the model raises, besides those that were
  /// told before.
  public func mayRaise<Name: BubbleNotificationName>(_ names: Name...) {
    for name in names { noteRaise(store.key(.bubble, name)) }
  }

  /// Tells printed trees and the inspector which errors the model raises, besides those that were
  /// told before.
  public func mayRaise<Code: ErrorCode>(_ codes: Code...) {
    for code in codes { noteRaise(store.key(.error, code)) }
  }

  private func noteRaise(_ key: MessageTable.Key) {
    if store.raises[node]?.contains(key) != true { store.raises[node, default: []].append(key) }
  }
}

// Delivering, for raised messages and for an inspector's tests alike.
extension Model {
  func deliver(_ error: ModelError, key: MessageTable.Key) -> Model? {
    beginRecording(.error, error)
    defer { store.recorder?.end() }
    let error = error.raised(by: self)
    guard let found = store.handler(of: key, raisedAt: node) else {
      let top = store.top(of: node)
      if store.links[Int(top)].isRootSession, let session = store.model(at: top) as? Session {
        store.run(of: session, isUncaught: true) { session.receiveUncaught(error) }
      }
      return nil
    }
    let model = store.model(at: found.node)
    let handler = store.registrations.handler(of: found.registration)
    store.run(of: model) {
      if case .error(let handle) = handler { handle(error) } else { model.handle(error) }
    }
    return model
  }

  func deliver(_ bubble: BubbleNotification, key: MessageTable.Key) -> Model? {
    beginRecording(.bubble, bubble)
    defer { store.recorder?.end() }
    guard let found = store.handler(of: key, raisedAt: node) else { return nil }
    let model = store.model(at: found.node)
    let handler = store.registrations.handler(of: found.registration)
    store.run(of: model) {
      if case .bubble(let handle) = handler { handle(bubble) } else { model.handle(bubble) }
    }
    return model
  }

  func deliver(_ event: GlobalEvent, key: MessageTable.Key) -> [Model] {
    beginRecording(.event, event)
    defer { store.recorder?.end() }
    return store.deliver(event, key: key, raisedAt: node)
  }

  private func beginRecording(_ kind: Message.Kind, _ raised: some RaisedMessage) {
    store.recorder?.begin(
      Message(kind: kind, domain: raised.domain, code: raised.code), raisedBy: self)
  }
}

extension TreeStore {
  /// Runs a handler, and has it written down where a test message is under way.
  func run(of model: Model, isUncaught: Bool = false, _ handle: () -> Void) {
    if let recorder {
      recorder.record(model, isUncaught: isUncaught, handle)
    } else {
      handle()
    }
  }
}
