import ModelTree

final class HearingModel: Model {
  private let heard: Heard

  init(under parent: Model, heard: Heard) {
    self.heard = heard
    super.init(parent: parent)
  }

  override func handle(_ error: ModelError) { heard.ids.append(id) }
  override func handle(_ bubble: BubbleNotification) { heard.ids.append(id) }
  override func handle(_ event: GlobalEvent) { heard.ids.append(id) }
}

final class HearingSession: Session {
  private let heard: Heard

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
  let name: String
  let register: (Model, Int, Heard?) -> Void
  let unregister: (Model) -> Void

  static var all: [DomainUse] {
    errors(SharedError.self, [.a, .b]) + errors(OwnError.self, [.a])
      + bubbles(SharedBubble.self, [.a, .b]) + bubbles(OwnBubble.self, [.a])
      + events(SharedEvent.self, [.a, .b]) + events(OwnEvent.self, [.a])
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
