import ModelTree
import TreeSnapshot

final class HearingModel: Model {
  fileprivate let heard: Heard

  init(under parent: Model, heard: Heard) {
    self.heard = heard
    super.init(parent: parent)
  }

  override func handle(_ error: ModelError) { heard.ids.append(id) }
  override func handle(_ bubble: BubbleNotification) { heard.ids.append(id) }
  override func handle(_ event: GlobalEvent) { heard.ids.append(id) }
}

final class HearingSession: Session {
  fileprivate let heard: Heard

  init(heard: Heard) {
    self.heard = heard
    super.init()
  }

  init(under parent: Model, heard: Heard) {
    self.heard = heard
    super.init(parent: parent)
  }

  override func handle(_ error: ModelError) { heard.ids.append(id) }
  override func handle(_ bubble: BubbleNotification) { heard.ids.append(id) }
  override func handle(_ event: GlobalEvent) { heard.ids.append(id) }
  override func handleUncaught(_ error: ModelError) { heard.ids.append(-1) }
}

/// One thing to register for; with a `Heard` it is registered with a closure.
struct DomainUse {
  /// The value of a message, or the type that a registration takes.
  enum Payload: CaseIterable {
    case any, none, first, second, own

    /// The value that a message carries.
    func value(_ kind: Message.Kind) -> Any? {
      switch (self, kind) {
      case (.any, _), (.none, _): return nil
      case (.first, _): return First()
      case (.second, _): return Second()
      case (.own, .error): return SharedFailure()
      case (.own, .bubble): return SharedNews()
      case (.own, .event): return SharedReport()
      }
    }

    /// The name of its type.
    func typeName(_ kind: Message.Kind) -> String? {
      switch self {
      case .any: nil
      case .none: "nothing"
      default: value(kind).map { "\(type(of: $0))" }
      }
    }
  }

  let name: String
  var payload = Payload.any
  let register: (Model, Int, Heard?) -> Void
  let unregister: (Model) -> Void

  static var all: [DomainUse] {
    typed + errors(SharedError.self, [.a, .b]) + errors(OwnError.self, [.a])
      + bubbles(SharedBubble.self, [.a, .b]) + bubbles(OwnBubble.self, [.a])
      + events(SharedEvent.self, [.a, .b]) + events(OwnEvent.self, [.a])
  }

  /// Registrations that take values of one type, each with a closure.
  private static var typed: [DomainUse] {
    [
      taking(SharedError.a, First.self, .first), taking(SharedError.a, Second.self, .second),
      taking(SharedBubble.a, First.self, .first), taking(SharedBubble.a, Second.self, .second),
      taking(SharedEvent.a, First.self, .first), taking(SharedEvent.a, Second.self, .second),
      DomainUse(
        name: "error Shared a", payload: .own,
        register: { model, id, heard in
          model.register(for: SharedFailure.self) { _ in model.note(id, heard) }
        }, unregister: { $0.unregister(for: SharedFailure.self) }),
      DomainUse(
        name: "bubble Shared a", payload: .own,
        register: { model, id, heard in
          model.register(for: SharedNews.self) { _ in model.note(id, heard) }
        }, unregister: { $0.unregister(for: SharedNews.self) }),
      DomainUse(
        name: "event Shared a", payload: .own,
        register: { model, id, heard in
          model.register(for: SharedReport.self) { _ in model.note(id, heard) }
        }, unregister: { $0.unregister(for: SharedReport.self) }),
    ]
  }

  private static func taking<Code: MessageCode, Value>(
    _ code: Code, _ type: Value.Type, _ payload: Payload
  ) -> DomainUse {
    DomainUse(
      name: "\(Code.kind) \(Code.domain) \(code.code)", payload: payload,
      register: { model, id, heard in
        model.register(for: code, of: type) { _ in model.note(id, heard) }
      }, unregister: { $0.unregister(for: code) })
  }

  private static func errors<Code: ErrorCode>(_ domain: Code.Type, _ codes: [Code]) -> [DomainUse] {
    codes.map { code in
      DomainUse(
        name: "error \(Code.domain) \(code.code)",
        register: { model, id, heard in
          model.register(for: code, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(for: code) })
    } + [
      DomainUse(
        name: "error \(Code.domain) *",
        register: { model, id, heard in
          model.register(
            forAll: domain, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(forAll: domain) })
    ]
  }

  private static func bubbles<Name: BubbleNotificationName>(
    _ domain: Name.Type, _ names: [Name]
  ) -> [DomainUse] {
    names.map { name in
      DomainUse(
        name: "bubble \(Name.domain) \(name.code)",
        register: { model, id, heard in
          model.register(for: name, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(for: name) })
    } + [
      DomainUse(
        name: "bubble \(Name.domain) *",
        register: { model, id, heard in
          model.register(
            forAll: domain, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(forAll: domain) })
    ]
  }

  private static func events<Name: GlobalEventName>(
    _ domain: Name.Type, _ names: [Name]
  ) -> [DomainUse] {
    names.map { name in
      DomainUse(
        name: "event \(Name.domain) \(name.code)",
        register: { model, id, heard in
          model.register(for: name, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(for: name) })
    } + [
      DomainUse(
        name: "event \(Name.domain) *",
        register: { model, id, heard in
          model.register(
            forAll: domain, handler: heard.map { heard in { _ in heard.ids.append(id) } })
        }, unregister: { $0.unregister(forAll: domain) })
    ]
  }
}

extension Model {
  /// Notes the model in the test's list.
  fileprivate func note(_ id: Int, _ heard: Heard?) {
    (heard ?? (self as? HearingModel)?.heard ?? (self as? HearingSession)?.heard)?.ids.append(id)
  }
}

private struct First: Error {}
private struct Second: Error {}

private struct SharedFailure: ErrorMessage {
  static let domain = "Shared"
  static let code = "a"
}

private struct SharedNews: BubbleMessage {
  static let domain = "Shared"
  static let code = "a"
}

private struct SharedReport: EventMessage {
  static let domain = "Shared"
  static let code = "a"
}

private enum OwnError: String, ErrorCode {
  case a
  static let domain = "errors"
}

private enum OwnBubble: String, BubbleNotificationName {
  case a
  static let domain = "bubbles"
}

private enum OwnEvent: String, GlobalEventName {
  case a
  static let domain = "events"
}
