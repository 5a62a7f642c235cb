package import TextIO

/// Why an app refuses a request: the `error` of JSON-RPC.
package struct LinkFault: Error, Hashable, Sendable {
  /// What sort of fault it is, by the numbers of JSON-RPC.
  package enum Code: Hashable, Sendable {
    /// The request is not JSON.
    case notJSON
    /// The request is JSON, and no request.
    case noRequest
    /// The method is unknown.
    case unknownMethod
    /// The parameters are not those of the method.
    case wrongParameters
    /// The app cannot do it now; its message says why.
    case refused
    /// The other side speaks a version that this one does not.
    case otherVersion
    /// Another number.
    case other(Int)
  }

  /// What sort of fault it is.
  package var code: Code
  /// One clause that a person can act on.
  package var message: String

  /// The most characters of a message that are shown.
  static let longest = 1_000

  /// Describes a fault.
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
