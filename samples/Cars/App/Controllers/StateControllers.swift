/// Shows that the answer is not there yet.
final class LoadingController: Controller {
  var view: any View { MessageView(message: "loading…") }
}

/// Shows an error, and lets a person try again.
final class ErrorController: Controller {
  private let message: String
  var onRetry: (() -> Void)?

  init(message: String) { self.message = message }

  var view: any View { MessageView(message: "! \(message)", advice: "retry, to ask again") }

  func retry() { onRetry?() }
}

/// Shows that there is nothing, and what a person may do about it.
final class EmptyController: Controller {
  private let message: String
  private let hint: String

  init(message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  var view: any View { MessageView(message: message, advice: hint) }
}
