package import TextIO

/// Why an app refuses a request: the `error` of JSON-RPC.
package struct LinkFault: Error, Hashable, Sendable {
  /// The kind of fault, by JSON-RPC's numbers.
  package enum Code: Hashable, Sendable {
    /// The request is not JSON.
    case notJSON
    /// The request is JSON, but malformed.
    case noRequest
    /// The method is unknown.
    case unknownMethod
    /// The parameters don't fit the method.
    case wrongParameters
    /// The app can't do it now; the message says why.
    case refused
    /// The other side speaks a version that this one doesn't understand.
    case otherVersion
    /// Another number.
    case other(Int)
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
    var code = Code.refused
    if case .number(let text)? = json["code"], let number = Int(text) {
      code = Code(number: number)
    }
    let message: String = try json.readIfPresent("message") ?? ""
    self.init(code, "\(message.prefix(Self.longest))")
  }
}

extension LinkFault: CustomStringConvertible {
  /// The message.
  package var description: String { SafeText(message).string }
}

extension LinkFault.Code {
  private static let numbers: [(LinkFault.Code, Int)] = [
    (.notJSON, -32_700), (.noRequest, -32_600), (.unknownMethod, -32_601),
    (.wrongParameters, -32_602), (.refused, -32_000), (.otherVersion, -32_001),
  ]

  /// The number on the wire.
  var number: Int {
    if case .other(let number) = self { return number }
    return Self.numbers.first { $0.0 == self }?.1 ?? -32_603
  }

  init(number: Int) {
    self = Self.numbers.first { $0.1 == number }?.0 ?? .other(number)
  }
}
