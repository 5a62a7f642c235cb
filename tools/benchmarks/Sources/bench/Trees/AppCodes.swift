import ModelTree

// What the trees are registered for and raise: enums of the kind that an app declares.

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

/// A domain of which codes are made as they are needed.
struct NumberedError: ErrorCode, RawRepresentable {
  var rawValue: Int
}

/// Events of the same kind.
struct NumberedEvent: GlobalEventName, RawRepresentable {
  var rawValue: Int
}
