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

/// A closure for the values that messages carry.
final class PayloadHandler<Payload>: ValueHandling {
  private let closure: (Payload) -> Void

  init(_ closure: @escaping (Payload) -> Void) { self.closure = closure }

  var type: Any.Type { Payload.self }

  func takes(_ message: some HandledMessage) -> Bool {
    guard let payload = message.payload else { return message.payload is Payload }
    // Most messages carry exactly this type, and comparing types is faster than a cast.
    return Swift.type(of: payload) == Payload.self || payload is Payload
  }

  func handle(_ message: some HandledMessage) {
    guard let payload = message.payload as? Payload else { return }
    closure(payload)
  }
}

/// A closure for the cases of a domain of codes.
final class CodeHandler<Code: MessageCode>: ValueHandling {
  private let closure: (Code) -> Void

  init(_ closure: @escaping (Code) -> Void) { self.closure = closure }

  var type: Any.Type { Code.self }

  func takes(_ message: some HandledMessage) -> Bool { Code(code: message.code) != nil }

  func handle(_ message: some HandledMessage) {
    if let code = Code(code: message.code) { closure(code) }
  }
}
