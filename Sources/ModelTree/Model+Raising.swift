import TreeSnapshot

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
