import ModelTree

/// What a person can do wrong.
package enum ApplicationErrors: Int, ErrorCode, CaseIterable {
  case onlyLettersAllowed = 100
}

/// What the server can answer in place of data.
package enum NetworkErrors: Int, ErrorCode, CaseIterable {
  case badResponse = 100
  case badToken = 101
}

/// What models below the main flow ask of it.
package enum MainFlowBubble: String, BubbleNotificationName, CaseIterable {
  case showSideMenu = "ShowSideMenu"

  package static let domain = "MainFlow"
}

/// The events of the whole app.
package enum AppEvent: String, GlobalEventName, CaseIterable {
  case startExam = "StartExam"
  case examCreated = "ExamCreated"
}

/// What the server can answer to an exam whose questions come later.
package enum UploadErrors: Int, ErrorCode, CaseIterable {
  case rejected = 100
}
