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
