package import TextIO

/// Why an app refuses a request: the `error` of JSON-RPC.
package struct LinkFault: Error, Hashable, Sendable {
  /// The kind of fault, by JSON-RPC's numbers.
  package enum Code: Int, Sendable {
    /// The request is not JSON.
    case notJSON = -32_700
    /// The request is JSON, but malformed.
    case noRequest = -32_600
    /// The method is unknown.
    case unknownMethod = -32_601
    /// The parameters don't fit the method.
    case wrongParameters = -32_602
    /// The app can't do it now; the message says why. Other numbers count as this one, too.
    case refused = -32_000
    /// The other side speaks a version that this one doesn't understand.
    case otherVersion = -32_001
  }

  /// The kind of fault.
  package var code: Code
  /// One clause for people.
  package var message: String

  /// The maximum number of characters shown of a message.
  static let longest = 1_000

  /// Creates a fault.
  package init(_ code: Code, _ message: SafeText) {
    self.code = code
    self.message = message.string
  }
}

extension LinkFault: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    var code: Code?
    if case .number(let text)? = json["code"] { code = Int(text).flatMap(Code.init) }
    let message: String = try json.readIfPresent("message") ?? ""
    self.init(code ?? .refused, "\(message.prefix(Self.longest))")
  }
}

extension LinkFault: CustomStringConvertible {
  /// The message.
  package var description: String { SafeText(message).string }
}

/// Why an app can't be reached, or can't listen.
package enum AppLinkError: Error, Hashable, Sendable {
  /// The app has ended or closed the connection.
  case closed
  /// The app didn't answer in time.
  case busy
  /// The app refused the request.
  case refused(LinkFault)
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
