/// A model's registration for a message, or for a whole domain.
@usableFromInline
package class Registration {
  /// What takes the message.
  enum Taker {
    /// The model's own `handle(_:)`.
    case model
    /// A closure for all messages: of a `ClosureRegistration`.
    case closure
    /// A closure for the messages that carry values of one type: of a `ValueRegistration`.
    case valueClosure
  }

  package final let node: Int32
  package final let key: MessageTable.Key
  /// The `file:line` that made it.
  package final let source: SourceLine
  final let taker: Taker
  /// Ascends in the order in which registrations are made; one that replaces another has its number.
  final var number = 0
  /// The audience that it is in until it ends, or its model leaves the tree.
  final var audience: EventAudience?

  fileprivate init(
    _ node: Int32, _ key: MessageTable.Key, _ source: SourceLine, takenBy taker: Taker
  ) {
    self.node = node
    self.key = key
    self.source = source
    self.taker = taker
  }

  /// A registration without a closure.
  @usableFromInline
  convenience init(_ node: Int32, _ key: MessageTable.Key, _ file: StaticString, _ line: UInt) {
    self.init(node, key, SourceLine(file, line), takenBy: .model)
  }

  /// The type of the values that its closure takes; nil if it takes all messages.
  package var payloadType: Any.Type? { nil }

  /// Whether a message that it is for carries what its closure takes.
  @MainActor
  final func takes(_ message: some HandledMessage) -> Bool {
    taker != .valueClosure || takesValue(of: message)
  }

  @MainActor
  fileprivate func takesValue(of message: some HandledMessage) -> Bool { true }

  /// Calls the closure with the value of a message.
  @MainActor
  func handleValue(of message: some HandledMessage) {}

  /// Releases the closure, which is called no more.
  func dropClosure() {}
}

/// A registration with a closure for messages of one kind.
@usableFromInline
final class ClosureRegistration<Delivered>: Registration {
  private(set) var handle: ((Delivered) -> Void)?

  @usableFromInline
  init(
    _ node: Int32, _ key: MessageTable.Key, _ file: StaticString, _ line: UInt,
    _ handle: @escaping (Delivered) -> Void
  ) {
    self.handle = handle
    super.init(node, key, SourceLine(file, line), takenBy: .closure)
  }

  override func dropClosure() { handle = nil }
}

/// A registration with a closure for the values that messages carry, or for the cases of a domain of
/// codes.
final class ValueRegistration<Value>: Registration {
  private var handle: ((Value) -> Void)?
  /// The type of the values, if they are codes.
  private let codes: (any MessageCode.Type)?

  init(
    _ node: Int32, _ key: MessageTable.Key, _ file: StaticString, _ line: UInt,
    codes: (any MessageCode.Type)?, _ handle: @escaping (Value) -> Void
  ) {
    self.handle = handle
    self.codes = codes
    super.init(node, key, SourceLine(file, line), takenBy: .valueClosure)
  }

  override var payloadType: Any.Type? { Value.self }

  @MainActor
  override func takesValue(of message: some HandledMessage) -> Bool {
    if let codes { return codes.init(code: message.code) != nil }
    guard let payload = message.payload else { return message.payload is Value }
    // Most messages carry exactly this type, and comparing types is faster than a cast.
    return Swift.type(of: payload) == Value.self || payload is Value
  }

  @MainActor
  override func handleValue(of message: some HandledMessage) {
    let value: Any? = codes.map { $0.init(code: message.code) as Any } ?? message.payload
    if let value = value as? Value { handle?(value) }
  }

  override func dropClosure() { handle = nil }
}
