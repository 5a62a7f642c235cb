/// The names that generated dumps are made of.
enum DumpNames {
  static let topics = [
    "Exam", "Question", "Answer", "Profile", "Payment", "Course", "Lesson", "Chat", "Search",
    "Settings",
  ]
  static let flows = topics.map { "\($0)Flow" }
  static let models =
    topics.map { "\($0)ListModel" } + topics.map { "\($0)DetailsModel" }
    + topics.map { "\($0)PickerModel" }
  static let labels = ["main", "draft", "archive", "selected", "preview", "second attempt"]
  static let services = ["APIClient", "ImageCache", "Database", "Analytics"]
  static let stateKeys = ["count", "isLoading", "page", "title"]
  static let stateValues = ["0", "3", "true", "false", "Algebra, part \\\"two\\\"", "Zürich"]

  /// Fifty, one object each, without the brace that ends it.
  static let messages =
    [
      message("error", "NetworkErrors", "100", label: "badResponse"),
      message("error", "NetworkErrors", "101", label: "badToken"),
      message("error", "StorageErrors", "7", label: "diskFull"),
    ] + (0..<14).map { message("error", "PaymentErrors", "\(200 + $0)") }
    + topics.map { message("bubble", "\($0)Flow", "ShowDetails") }
    + topics.map { message("bubble", "\($0)Flow", "Close") }
    + ["ExamCreated", "LoggedOut", "LanguageChanged"].map { message("event", "AppEvent", $0) }
    + topics.map { message("event", "\($0)Event", "Changed") }

  private static func message(
    _ kind: String, _ domain: String, _ code: String, label: String? = nil
  ) -> String {
    let start = #"{"kind": "\#(kind)", "domain": "\#(domain)", "code": "\#(code)""#
    return start + (label.map { #", "label": "\#($0)""# } ?? "")
  }
}
