import ModelTree

// The codes that the trees register for and raise: enums like an app's.

enum NetworkErrors: Int, ErrorCode, CaseIterable {
  case badResponse = 100
  case badToken = 101
  case offline = 102
}

enum StorageErrors: Int, ErrorCode, CaseIterable {
  case diskFull = 7
  case noPermission = 8
}

enum ScreenBubble: Int, BubbleNotificationName, CaseIterable {
  case openDetails = 1
  case close = 2
}

enum FlowBubble: Int, BubbleNotificationName, CaseIterable {
  case next = 1
  case cancel = 2
}

enum AppEvent: Int, GlobalEventName, CaseIterable {
  case languageChanged = 1
  case loggedOut = 2
}

/// A domain whose codes are created as needed.
struct NumberedError: ErrorCode, RawRepresentable {
  var rawValue: Int
}

/// Events of the same kind.
struct NumberedEvent: GlobalEventName, RawRepresentable {
  var rawValue: Int
}
