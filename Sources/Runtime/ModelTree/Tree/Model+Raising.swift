extension Model {
  /// Raises an error. It is offered to the model itself, then to each ancestor. If none is
  /// registered for it, it ends in the root session's `handleUncaught(_:)`.
  ///
  /// - Parameters:
  ///   - code: the error's code.
  ///   - underlying: the error that caused it.
  ///   - context: a note for readers of a log.
  ///   - file: the file that raises it; defaults to the caller's.
  ///   - line: the line that raises it; defaults to the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @inlinable
  @discardableResult
  public func raise<Code: ErrorCode>(
    _ code: Code, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    raiseError(store.key(code), underlying, context, file, line)
  }

  /// Raises an existing error, such as the answer of a service. It keeps its raiser and its line.
  ///
  /// - Parameter error: the error.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise(_ error: ModelError) -> Model? {
    let key = store.key(ModelError.kind, domain: error.domain, code: error.code, label: error.label)
    return deliver(error.raised(by: self), key: key)
  }

  /// Raises an error that is a message type. It is offered to the model itself, then to each
  /// ancestor. If none is registered for it, it ends in the root session's `handleUncaught(_:)`.
  ///
  /// ```swift
  /// raise(Login.Failed(reason: .wrongPassword))
  /// ```
  ///
  /// - Parameters:
  ///   - error: the error, which becomes the `underlying` error of the raised `ModelError`.
  ///   - context: a note for readers of a log.
  ///   - file: the file that raises it; defaults to the caller's.
  ///   - line: the line that raises it; defaults to the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise<Value: ErrorMessage>(
    _ error: Value, context: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    raiseError(declaredKey(Value.self), error, context, file, line)
  }

  /// Raises any error. It is offered to the model itself, then to each ancestor. If none is
  /// registered for it, it ends in the root session's `handleUncaught(_:)`.
  ///
  /// ```swift
  /// do { try await client.load() } catch { raise(error) }
  /// ```
  ///
  /// A `ModelError`, a case of an `ErrorCode`, and an `ErrorMessage` are raised unchanged. The
  /// domain of another error is its type, such as `URLError`. Its code is its case or raw text if
  /// it is an enum without a description of its own, and otherwise its number, such as `-1009`.
  /// Costs computing these names.
  ///
  /// - Parameters:
  ///   - error: the error, which becomes the `underlying` error of the raised `ModelError`.
  ///   - context: a note for readers of a log; a `ModelError` keeps its own.
  ///   - file: the file that raises it; defaults to the caller's.
  ///   - line: the line that raises it; defaults to the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @_disfavoredOverload
  @discardableResult
  public func raise(
    _ error: any Error, context: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    switch error {
    case let error as ModelError: return raise(error)
    case let code as any ErrorCode: return raise(code, context: context, file: file, line: line)
    case let message as any ErrorMessage:
      return raise(message, context: context, file: file, line: line)
    default:
      let name = ErrorName(error)
      return raise(
        ModelError(
          domain: name.domain, code: name.code, label: nil, underlying: error, context: context,
          isTest: false, location: SourceLine(file, line)))
    }
  }

  /// Raises a bubble that is a value of a message type. It is offered to the model itself, then to
  /// each ancestor.
  ///
  /// - Parameters:
  ///   - bubble: the value.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise<Value: BubbleMessage>(
    _ bubble: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    raiseBubble(declaredKey(Value.self), bubble, file, line)
  }

  /// Raises a global event that is a value of a message type. See `raise(_:with:file:line:)` for the
  /// receivers and the cost.
  ///
  /// - Parameters:
  ///   - event: the value.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the models that received it, in the order of delivery; none outside of sessions.
  @discardableResult
  public func raise<Value: EventMessage>(
    _ event: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> [Model] {
    raiseEvent(declaredKey(Value.self), event, file, line)
  }

  @usableFromInline
  func raiseError(
    _ key: MessageTable.Key, _ underlying: (any Error)?, _ context: String?, _ file: StaticString,
    _ line: UInt
  ) -> Model? {
    let (domain, code, label) = store.messages.names(of: key)
    let error = ModelError(
      domain: domain, code: code, label: label, underlying: underlying, context: context,
      raiser: Raiser(self), isTest: false, location: SourceLine(file, line))
    return deliver(error, key: key)
  }

  @usableFromInline
  func raiseBubble(
    _ key: MessageTable.Key, _ object: Any?, _ file: StaticString, _ line: UInt
  ) -> Model? {
    let (domain, code, _) = store.messages.names(of: key)
    let bubble = BubbleNotification(
      domain: domain, code: code, sender: self, object: object, isTest: false,
      location: SourceLine(file, line))
    return deliver(bubble, key: key)
  }

  @usableFromInline
  func raiseEvent(
    _ key: MessageTable.Key, _ object: Any?, _ file: StaticString, _ line: UInt
  ) -> [Model] {
    let (domain, code, _) = store.messages.names(of: key)
    let event = GlobalEvent(
      domain: domain, code: code, sender: self, object: object, isTest: false,
      location: SourceLine(file, line))
    return deliver(event, key: key)
  }

  private func declaredKey<Value: TypedMessage>(_ type: Value.Type) -> MessageTable.Key {
    store.declare(type, at: node)
    return store.key(type)
  }

  /// Raises a bubble. It is offered to the model itself, then to each ancestor.
  ///
  /// - Parameters:
  ///   - name: the bubble.
  ///   - object: a value to send along; an inspector's test sends none.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @inlinable
  @discardableResult
  public func raise<Name: BubbleNotificationName>(
    _ name: Name, with object: Any? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    raiseBubble(store.key(name), object, file, line)
  }

  /// Raises a global event. It travels down to every registered model, from the nearest session
  /// above the model or, if the model is the root session, from the model itself. So a local
  /// session raises events in the session around it, and the models below it raise theirs in the
  /// local session.
  ///
  /// Models that are attached or register during the delivery don't receive it. Neither do models
  /// that are detached or unregister before their turn. What a handler raises is delivered first.
  ///
  /// Costs a walk up to the session, and a look at each registered model of the whole tree.
  ///
  /// - Parameters:
  ///   - name: the event.
  ///   - object: a value to send along; an inspector's test sends none.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the models that received it, in the order of delivery; none outside of sessions.
  @inlinable
  @discardableResult
  public func raise<Name: GlobalEventName>(
    _ name: Name, with object: Any? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> [Model] {
    raiseEvent(store.key(name), object, file, line)
  }

  /// Declares messages that the model raises, for printed trees and the inspector, in addition to
  /// those declared before.
  public func mayRaise<Code: MessageCode>(_ codes: Code...) {
    for code in codes { mayRaise(store.key(code)) }
  }

  /// Declares types of messages that the model raises, for printed trees and the inspector, in addition to
  /// those declared before.
  ///
  /// ```swift
  /// mayRaise(Nav.Open.self, Nav.Close.self)
  /// ```
  public func mayRaise(_ types: any TypedMessage.Type...) {
    for type in types { mayRaise(declaredKey(type)) }
  }

  private func mayRaise(_ key: MessageTable.Key) {
    guard store.raises[node]?.contains(key) != true else { return }
    store.noteChange()
    store.raises[node, default: []].append(key)
    store.observer?.declared(key, by: ObservedModel(self))
  }
}
