import TreeJournal

extension Model {
  /// Raises an error: it is offered to the model itself, then to each ancestor. If none is registered
  /// for it, it ends in the root session's `handleUncaught(_:)`.
  ///
  /// - Parameters:
  ///   - code: the error's code.
  ///   - underlying: the error that led to it.
  ///   - context: a note for the reader of a log.
  ///   - file: the file that raises it; left out, it is the caller's.
  ///   - line: the line that raises it; left out, it is the caller's.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise<Code: ErrorCode>(
    _ code: Code, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Model? {
    let key = store.key(code)
    let name = store.messages.code(of: key)
    let error = ModelError(
      domain: store.messages.domain(of: key), code: name?.code ?? code.code, label: name?.label,
      underlying: underlying, context: context, raiser: Raiser(self),
      location: SourceLocation(file, line))
    return deliver(error, key: key)
  }

  /// Raises an error that was made before, such as the answer of a service. It keeps its raiser and
  /// its line.
  ///
  /// - Parameter error: the error.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise(_ error: ModelError) -> Model? {
    let key = store.key(
      ModelError.kind, domain: error.domain, code: error.code, label: error.label)
    return deliver(error.raised(by: self), key: key)
  }

  /// Raises a bubble: it is offered to the model itself, then to each ancestor.
  ///
  /// - Parameters:
  ///   - name: the bubble.
  ///   - object: a value to send along; an inspector's test sends none.
  /// - Returns: the model that handled it; nil if none is registered. Costs a walk up to it, or to the
  ///   root.
  @discardableResult
  public func raise<Name: BubbleNotificationName>(_ name: Name, with object: Any? = nil) -> Model? {
    let key = store.key(name)
    let bubble = BubbleNotification(
      domain: store.messages.domain(of: key), code: store.messages.code(of: key)?.code ?? name.code,
      sender: self, object: object, isTest: false)
    return deliver(bubble, key: key)
  }

  /// Raises a global event: it goes down from the nearest session above the model, or from the model
  /// itself if it is the root session, to every model that is registered. A local session therefore
  /// raises into the session around it, and the models below it into the local one.
  ///
  /// Models that are attached or register during the delivery do not receive it; nor do models that
  /// are detached or unregistered before their turn. What a handler raises is delivered first.
  ///
  /// Costs a walk up to the session and a look at each model that is registered, wherever it is.
  ///
  /// - Parameters:
  ///   - name: the event.
  ///   - object: a value to send along; an inspector's test sends none.
  /// - Returns: the models that received it, in the order of delivery; none outside of sessions.
  @discardableResult
  public func raise<Name: GlobalEventName>(_ name: Name, with object: Any? = nil) -> [Model] {
    let key = store.key(name)
    let event = GlobalEvent(
      domain: store.messages.domain(of: key), code: store.messages.code(of: key)?.code ?? name.code,
      sender: self, object: object, isTest: false)
    return deliver(event, key: key)
  }

  /// Declares messages that the model raises, for printed trees and the inspector, in addition to
  /// those declared before.
  public func mayRaise<Code: MessageCode>(_ codes: Code...) {
    for code in codes {
      let key = store.key(code)
      guard store.raises[node]?.contains(key) != true else { continue }
      store.noteChange()
      store.raises[node, default: []].append(key)
      if let journal = store.journal { store.record(.declared, node, key, journal) }
    }
  }
}
