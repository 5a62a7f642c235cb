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
  public func register<Code: MessageCode>(
    for code: Code, file: StaticString = #fileID, line: UInt = #line,
    handler: ((Code.Delivered) -> Void)? = nil
  ) {
    store.declare(Code.self, at: node)
    register(for: store.key(code), SourceLocation(file, line), handler)
  }

  /// Registers the model for several messages, which its `handle(_:)` receives.
  ///
  /// Replaces previous subscriptions, including their closures. Costs a walk through the model's
  /// own subscriptions for each.
  ///
  /// - Parameters:
  ///   - codes: errors, bubbles, or global events of one domain.
  ///   - file: the file that registers; defaults to the caller's.
  ///   - line: the line that registers; defaults to the caller's.
  public func register<Code: MessageCode>(
    for codes: [Code], file: StaticString = #fileID, line: UInt = #line
  ) {
    for code in codes { register(for: code, file: file, line: line) }
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
    register(for: store.domainKey(domain), SourceLocation(file, line), handler)
  }

  /// Ends the model's subscription to a message. Has no effect if there is none.
  ///
  /// Costs a walk through the model's own subscriptions.
  public func unregister(for code: some MessageCode) {
    store.endRegistration(of: node, for: store.key(code))
  }

  /// Ends the model's subscription to a whole domain. Subscriptions to single codes remain.
  public func unregister<Code: MessageCode>(forAll domain: Code.Type) {
    store.endRegistration(of: node, for: store.domainKey(domain))
  }

  private func register<Delivered>(
    for key: MessageTable.Key, _ source: SourceLocation, _ handler: ((Delivered) -> Void)?
  ) {
    if let handler {
      store.register(node, for: key, source, Handler(handler))
    } else {
      store.register(node, for: key, source, nil)
    }
  }
}
