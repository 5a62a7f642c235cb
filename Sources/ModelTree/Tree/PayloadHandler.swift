/// A closure that takes values of one type, which messages carry or stand for.
@MainActor
protocol ValueHandling: AnyObject {
  /// The type of the values.
  var type: Any.Type { get }
  /// Whether a message has a value for the closure.
  func takes(_ message: some HandledMessage) -> Bool
  /// Calls the closure with the value of a message that it takes.
  func handle(_ message: some HandledMessage)
}

/// A closure that takes what messages carry.
final class PayloadHandler<Payload>: ValueHandling {
  private let closure: (Payload) -> Void

  init(_ closure: @escaping (Payload) -> Void) { self.closure = closure }

  var type: Any.Type { Payload.self }

  func takes(_ message: some HandledMessage) -> Bool {
    guard let payload = message.payload else { return message.payload is Payload }
    // Most messages carry the very type: to compare types is quicker than to ask for a cast.
    return Swift.type(of: payload) == Payload.self || payload is Payload
  }

  func handle(_ message: some HandledMessage) {
    guard let payload = message.payload as? Payload else { return }
    closure(payload)
  }
}

/// A closure that takes the cases of a domain of codes.
final class CodeHandler<Code: MessageCode>: ValueHandling {
  private let closure: (Code) -> Void

  init(_ closure: @escaping (Code) -> Void) { self.closure = closure }

  var type: Any.Type { Code.self }

  func takes(_ message: some HandledMessage) -> Bool { Code(code: message.code) != nil }

  func handle(_ message: some HandledMessage) {
    if let code = Code(code: message.code) { closure(code) }
  }
}
