package import TextIO

/// Why an app can't be reached, or can't listen.
package enum AppLinkError: Error, Hashable, Sendable {
  /// The app has ended or closed the connection.
  case closed
  /// The app didn't answer in time.
  case busy
  /// The app refused the request.
  case refused(RPCFault)
  /// The sides speak different versions of the protocol; a sentence says which one to update.
  case otherVersion(SafeText)
  /// Another problem: a sentence that states it and its remedy.
  case other(SafeText)
}

extension AppLinkError {
  /// The app speaks a version that this side doesn't understand.
  package static func otherVersion(app: LinkVersion) -> AppLinkError {
    .otherVersion(LinkVersion.mismatch(app: app, client: .current))
  }

  /// The answer isn't JSON, or not the expected kind.
  package static func badAnswer(_ problem: JSONProblem) -> AppLinkError {
    .other("the app's answer cannot be read: \(problem.words)")
  }

  /// The app's card can't be written.
  package static func card(_ error: FileError) -> AppLinkError {
    .other("\(SafeText(error.description))")
  }

  /// A system call failed.
  static func system(_ call: SafeText, _ number: Int32) -> AppLinkError {
    .other("\(call): \(SafeText(errno: number))")
  }
}

extension AppLinkError: CustomStringConvertible {
  /// One line with the problem and its remedy.
  package var description: String { words.string }

  /// One line with the problem and its remedy.
  package var words: SafeText {
    switch self {
    case .closed: "the app has ended, or closed the connection"
    case .busy: "the app does not answer; it is stopped, or its tree is busy"
    case .refused(let fault): SafeText(fault.message)
    case .otherVersion(let sentence), .other(let sentence): sentence
    }
  }
}
