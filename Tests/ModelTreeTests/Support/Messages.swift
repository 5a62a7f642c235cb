import ModelTree

enum NetworkErrors: Int, ErrorCode, CaseIterable {
  case badResponse = 100
  case badToken = 101
}

/// Shares a raw value with `NetworkErrors`.
enum PaymentErrors: Int, ErrorCode {
  case declined = 100
}

enum MenuBubble: String, BubbleNotificationName, CaseIterable {
  case show = "ShowMenu"
  case hide = "HideMenu"
}

enum AppEvent: String, GlobalEventName, CaseIterable {
  case start = "Start"
  case finish = "Finish"
}

/// Shares a raw value with `AppEvent`.
enum ExamEvent: String, GlobalEventName {
  case start = "Start"
}

/// The two kinds that travel upwards, by the same rules.
enum Upward: String, CaseIterable, Sendable {
  case error, bubble

  enum Scope: Sendable { case code, otherCode, domain }

  func register(_ model: Model, _ scope: Scope = .code) {
    switch (self, scope) {
    case (.error, .code): model.register(for: NetworkErrors.badToken)
    case (.error, .otherCode): model.register(for: NetworkErrors.badResponse)
    case (.error, .domain): model.register(forAll: NetworkErrors.self)
    case (.bubble, .code): model.register(for: MenuBubble.show)
    case (.bubble, .otherCode): model.register(for: MenuBubble.hide)
    case (.bubble, .domain): model.register(forAll: MenuBubble.self)
    }
  }

  func register(_ model: Model, _ scope: Scope = .code, handler: @escaping () -> Void) {
    switch (self, scope) {
    case (.error, .code): model.register(for: NetworkErrors.badToken) { _ in handler() }
    case (.error, .otherCode): model.register(for: NetworkErrors.badResponse) { _ in handler() }
    case (.error, .domain): model.register(forAll: NetworkErrors.self) { _ in handler() }
    case (.bubble, .code): model.register(for: MenuBubble.show) { _ in handler() }
    case (.bubble, .otherCode): model.register(for: MenuBubble.hide) { _ in handler() }
    case (.bubble, .domain): model.register(forAll: MenuBubble.self) { _ in handler() }
    }
  }

  func unregister(_ model: Model, _ scope: Scope = .code) {
    switch (self, scope) {
    case (.error, .code): model.unregister(for: NetworkErrors.badToken)
    case (.error, .otherCode): model.unregister(for: NetworkErrors.badResponse)
    case (.error, .domain): model.unregister(forAll: NetworkErrors.self)
    case (.bubble, .code): model.unregister(for: MenuBubble.show)
    case (.bubble, .otherCode): model.unregister(for: MenuBubble.hide)
    case (.bubble, .domain): model.unregister(forAll: MenuBubble.self)
    }
  }

  /// Raises the message of `Scope.code`.
  @discardableResult
  func raise(at model: Model) -> Model? {
    switch self {
    case .error: model.raise(NetworkErrors.badToken)
    case .bubble: model.raise(MenuBubble.show)
    }
  }
}

// The three kinds under one domain name.

enum SharedError: String, ErrorCode {
  case a, b
  static let domain = "Shared"
}

enum SharedBubble: String, BubbleNotificationName {
  case a, b
  static let domain = "Shared"
}

enum SharedEvent: String, GlobalEventName {
  case a, b
  static let domain = "Shared"
}
