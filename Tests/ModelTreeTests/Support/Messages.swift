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
