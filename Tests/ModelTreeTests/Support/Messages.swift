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
