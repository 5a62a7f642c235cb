import TreeSnapshot

/// The names that generated trees are made of.
enum GeneratedNames {
  static let topics = [
    "Exam", "Question", "Answer", "Profile", "Payment", "Course", "Lesson", "Chat", "Search",
    "Settings",
  ]
  static let flows = topics.map { "\($0)Flow" }
  static let models =
    topics.map { "\($0)ListModel" } + topics.map { "\($0)DetailsModel" }
    + topics.map { "\($0)PickerModel" }
  static let cells = ["TextCell", "ImageCell", "SwitchCell", "Spacer"]
  static let links = ["Link", "Ring", "Joint"]
  static let labels = ["main", "draft", "archive", "selected", "preview", "second attempt"]
  static let services = ["APIClient", "ImageCache", "Database", "Analytics"]
  static let stateKeys = ["count", "isLoading", "page", "title"]
  static let stateValues = ["0", "3", "true", "false", "Algebra, part \"two\"", "Zürich"]

  /// Fifty messages.
  static let messages =
    [
      declared(.error, "NetworkErrors", "100", "badResponse"),
      declared(.error, "NetworkErrors", "101", "badToken"),
      declared(.error, "StorageErrors", "7", "diskFull"),
    ] + (0..<14).map { declared(.error, "PaymentErrors", "\(200 + $0)") }
    + topics.map { declared(.bubble, "\($0)Flow", "ShowDetails") }
    + topics.map { declared(.bubble, "\($0)Flow", "Close") }
    + ["ExamCreated", "LoggedOut", "LanguageChanged"].map { declared(.event, "AppEvent", $0) }
    + topics.map { declared(.event, "\($0)Event", "Changed") }

  private static func declared(
    _ kind: Message.Kind, _ domain: String, _ code: String, _ label: String? = nil
  ) -> DeclaredMessage {
    DeclaredMessage(Message(kind: kind, domain: domain, code: code), label: label)
  }
}
