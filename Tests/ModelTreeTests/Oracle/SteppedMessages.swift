import ModelTree
import TreeSnapshot

// The messages of steps as real ones. Their names collide on purpose: domains across kinds, codes across
// domains, and the label of each code is the other code.

nonisolated protocol SteppedCode: MessageCode, RawRepresentable where RawValue == Int {}

extension SteppedCode {
  nonisolated var label: String? { "\(1 - rawValue)" }
}

enum SteppedErrors: Int, ErrorCode, SteppedCode {
  case a, b
  static let domain = "Stepped"
}

enum SteppedFailures: Int, ErrorCode, SteppedCode {
  case a, b
  static let domain = "Other"
}

enum SteppedBubbles: Int, BubbleNotificationName, SteppedCode {
  case a, b
  static let domain = "Stepped"
}

enum SteppedCalls: Int, BubbleNotificationName, SteppedCode {
  case a, b
  static let domain = "Other"
}

enum SteppedEvents: Int, GlobalEventName, SteppedCode {
  case a, b
  static let domain = "Stepped"
}

enum SteppedNews: Int, GlobalEventName, SteppedCode {
  case a, b
  static let domain = "Other"
}

struct SteppedNumber: Error {}
struct SteppedText: Error {}

extension Value {
  /// The value that a message carries; an error has it as what led to it.
  var carried: any Error { self == .number ? SteppedNumber() : SteppedText() }
}

/// A message as its handlers receive it.
protocol SteppedMessage: RaisedMessage {
  var raiserID: Int { get }
}

extension ModelError: SteppedMessage {
  var raiserID: Int { raiser?.id ?? 0 }
}

extension BubbleNotification: SteppedMessage {
  var raiserID: Int { sender.id }
}

extension GlobalEvent: SteppedMessage {
  var raiserID: Int { sender.id }
}

extension Interest {
  private static let names: [Message.Kind: [any MessageCode.Type]] = [
    .error: [SteppedErrors.self, SteppedFailures.self],
    .bubble: [SteppedBubbles.self, SteppedCalls.self],
    .event: [SteppedEvents.self, SteppedNews.self],
  ]

  private var domainType: any MessageCode.Type {
    guard let types = Self.names[kind] else { preconditionFailure("each kind has its domains") }
    return types[domain]
  }

  init<Raised: RaisedMessage>(_ message: Raised) {
    let domain = Self.names[Raised.kind]?.firstIndex { $0.domain == message.domain } ?? -1
    self.init(kind: Raised.kind, domain: domain, code: Int(message.code))
  }

  func register(_ model: Model, _ handler: ((any SteppedMessage) -> Void)?) {
    register(model, domainType, handler)
  }

  private func register<Code: MessageCode>(
    _ model: Model, _ domain: Code.Type, _ handler: ((any SteppedMessage) -> Void)?
  ) {
    let typed = handler.map { handler in
      { (message: Code.Delivered) in
        if let message = message as? any SteppedMessage { handler(message) }
      }
    }
    if let code = code.flatMap({ Code(code: "\($0)") }) {
      model.register(for: code, handler: typed)
    } else {
      model.register(forAll: domain, handler: typed)
    }
  }

  /// Registers a closure for a code that takes values of one type.
  func register(_ model: Model, of value: Value, _ handler: @escaping () -> Void) {
    register(model, of: value, domainType, handler)
  }

  private func register<Code: MessageCode>(
    _ model: Model, of value: Value, _ domain: Code.Type, _ handler: @escaping () -> Void
  ) {
    guard let code = code.flatMap({ Code(code: "\($0)") }) else { return }
    switch value {
    case .number: model.register(for: code, of: SteppedNumber.self) { _ in handler() }
    case .text: model.register(for: code, of: SteppedText.self) { _ in handler() }
    }
  }

  func unregister(_ model: Model) { unregister(model, domainType) }

  private func unregister<Code: MessageCode>(_ model: Model, _ domain: Code.Type) {
    if let code = code.flatMap({ Code(code: "\($0)") }) {
      model.unregister(for: code)
    } else {
      model.unregister(forAll: domain)
    }
  }

  /// The message as the inspector names it; a whole domain has none.
  var message: Message? {
    code.map { Message(kind: kind, domain: domainType.domain, code: "\($0)") }
  }

  /// Raises the message, and returns the models that received it.
  func raise(at model: Model, with value: Value?) -> [Model] {
    let carried = value?.carried
    return switch domainType {
    case let errors as any ErrorCode.Type: raise(at: model, errors, carried)
    case let bubbles as any BubbleNotificationName.Type: raise(at: model, bubbles, carried)
    case let events as any GlobalEventName.Type: raise(at: model, events, carried)
    default: []
    }
  }

  private func raise<Code: ErrorCode>(
    at model: Model, _ domain: Code.Type, _ carried: (any Error)?
  ) -> [Model] {
    Code(code: "\(code ?? 0)").flatMap { model.raise($0, underlying: carried) }.map { [$0] } ?? []
  }

  private func raise<Name: BubbleNotificationName>(
    at model: Model, _ domain: Name.Type, _ carried: (any Error)?
  ) -> [Model] {
    Name(code: "\(code ?? 0)").flatMap { model.raise($0, with: carried) }.map { [$0] } ?? []
  }

  private func raise<Name: GlobalEventName>(
    at model: Model, _ domain: Name.Type, _ carried: (any Error)?
  ) -> [Model] {
    Name(code: "\(code ?? 0)").map { model.raise($0, with: carried) } ?? []
  }
}
