// A subscription replaces the model's previous one to the same message, including its closure.
extension Model {
  /// Registers the model for a message. Replaces its previous subscription to the same message.
  ///
  /// ```swift
  /// register(for: NetworkErrors.badToken) { [weak self] error in self?.show(error) }
  /// ```
  ///
  /// Costs a walk through the model's own subscriptions.
  ///
  /// - Parameters:
  ///   - code: an error, a bubble, or a global event.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: called instead of `handle(_:)`; it shouldn't retain the model.
  @inlinable
  public func register<Code: MessageCode>(
    for code: Code, file: StaticString = #fileID, line: UInt = #line,
    handler: ((Code.Delivered) -> Void)? = nil
  ) {
    register(for: store.key(code, registeredAt: node), file, line, handler)
  }

  @inlinable
  func register<Delivered: RaisedMessage>(
    for key: MessageTable.Key, _ file: StaticString, _ line: UInt, _ handler: ((Delivered) -> Void)?
  ) {
    if let handler {
      store.register(ClosureRegistration(node, key, file, line, handler))
    } else {
      store.register(Registration(node, key, file, line))
    }
  }

  /// Registers the model for all messages of a domain.
  ///
  /// Costs a walk through the model's own subscriptions.
  ///
  /// - Parameters:
  ///   - domain: the enum that declares the codes.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: called instead of `handle(_:)`; it shouldn't retain the model.
  public func register<Code: MessageCode>(
    forAll domain: Code.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((Code.Delivered) -> Void)? = nil
  ) {
    store.declare(domain, at: node)
    register(for: store.domainKey(domain), file, line, handler)
  }

  /// Ends the model's subscription to a message. Has no effect if there is none.
  ///
  /// Costs a walk through the model's own subscriptions.
  @inlinable
  public func unregister<Code: MessageCode>(for code: Code) {
    endRegistration(for: store.key(code))
  }

  @usableFromInline
  func endRegistration(for key: MessageTable.Key) { store.endRegistration(of: node, for: key) }

  /// Ends the model's subscription to a whole domain. Subscriptions to single codes remain.
  public func unregister<Code: MessageCode>(forAll domain: Code.Type) {
    store.endRegistration(of: node, for: store.domainKey(domain))
  }
}

// Registrations whose closures take values of one type. A message with another value passes the
// model.
extension Model {
  /// Registers the model for a type of messages. Replaces its previous subscription to the same
  /// message.
  ///
  /// ```swift
  /// register(for: Nav.Open.self) { [weak self] open in self?.show(open.show) }
  /// ```
  ///
  /// Without a closure, the model's `handle(_:)` receives the message, with its sender, and with
  /// the value as its `object`, or as the `underlying` error. Costs a walk through the model's own
  /// subscriptions.
  ///
  /// - Parameters:
  ///   - type: the message.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: called instead of `handle(_:)`; it shouldn't retain the model.
  public func register<Value: TypedMessage>(
    for type: Value.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((Value) -> Void)? = nil
  ) {
    store.declare(type, at: node)
    registerForValues(of: store.key(type), file, line, handler)
  }

  /// Registers the model for all errors of a type: a domain of codes, or one of another type, such as
  /// a library's.
  ///
  /// ```swift
  /// register(for: NetworkErrors.self) { [weak self] code in self?.show(code) }
  /// register(for: URLError.self) { [weak self] error in self?.show(error.code) }
  /// ```
  ///
  /// The type is the errors' domain. Without a closure, the model's `handle(_:)` receives them. Costs a walk
  /// through the model's own subscriptions.
  ///
  /// - Parameters:
  ///   - type: the type of the errors, which `raise(_:context:file:line:)` raises.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: called instead of `handle(_:)`; it shouldn't retain the model.
  @_disfavoredOverload
  public func register<Failure: Error>(
    for type: Failure.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: ((Failure) -> Void)? = nil
  ) {
    let codes = type as? any ErrorCode.Type
    if let codes { store.declare(codes, at: node) }
    registerForValues(of: store.key(ofErrors: type), file, line, handler, codes: codes)
  }

  /// Registers the model for a message with a value of a type. Replaces its previous subscription
  /// to the same message.
  ///
  /// ```swift
  /// register(for: AppEvent.examCreated, of: Exam.self) { [weak self] exam in self?.add(exam) }
  /// ```
  ///
  /// The value is the `object` of a bubble or an event, or the `underlying` error of an error. A
  /// message without a value of this type passes the model as if it weren't registered; a trace and
  /// the near misses of a raise show that. Costs a walk through the model's own subscriptions.
  ///
  /// - Parameters:
  ///   - code: an error, a bubble, or a global event.
  ///   - payload: the type of the value.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: receives the value; it shouldn't retain the model.
  public func register<Code: MessageCode, Payload>(
    for code: Code, of payload: Payload.Type, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (Payload) -> Void
  ) {
    store.declare(Code.self, at: node)
    registerForValues(of: store.key(code), file, line, handler)
  }

  /// Registers the model for all messages of one kind in the domain of a type.
  ///
  /// ```swift
  /// register(forAll: BubbleNotification.self, in: Nav.self) { bubble in … }
  /// register(forAll: ModelError.self, in: URLError.self) { error in … }
  /// ```
  ///
  /// Costs a walk through the model's own subscriptions.
  ///
  /// - Parameters:
  ///   - kind: `ModelError`, `BubbleNotification`, or `GlobalEvent`.
  ///   - domain: the type that encloses the message types, or the type of the errors.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  ///   - handler: called instead of `handle(_:)`; it shouldn't retain the model.
  public func register<Delivered: RaisedMessage>(
    forAll kind: Delivered.Type, in domain: Any.Type, file: StaticString = #fileID,
    line: UInt = #line, handler: ((Delivered) -> Void)? = nil
  ) {
    register(for: store.key(kind, in: domain), file, line, handler)
  }

  /// Ends the model's subscription to a message type. Has no effect if there is none.
  ///
  /// Costs a walk through the model's own subscriptions.
  public func unregister<Value: TypedMessage>(for type: Value.Type) {
    store.endRegistration(of: node, for: store.key(type))
  }

  /// Ends the model's subscription to all errors of a type; those to single codes remain. Has no effect if
  /// there is none.
  ///
  /// Costs a walk through the model's own subscriptions.
  @_disfavoredOverload
  public func unregister<Failure: Error>(for type: Failure.Type) {
    store.endRegistration(of: node, for: store.key(ofErrors: type))
  }

  /// Ends the model's subscription to all messages of one kind in the domain of a type.
  /// Subscriptions to single messages remain.
  public func unregister<Delivered: RaisedMessage>(
    forAll kind: Delivered.Type, in domain: Any.Type
  ) {
    store.endRegistration(of: node, for: store.key(kind, in: domain))
  }

  private func registerForValues<Value>(
    of key: MessageTable.Key, _ file: StaticString, _ line: UInt, _ handler: ((Value) -> Void)?,
    codes: (any MessageCode.Type)? = nil
  ) {
    if let handler {
      store.register(ValueRegistration(node, key, file, line, codes: codes, handler))
    } else {
      store.register(Registration(node, key, file, line))
    }
  }
}
