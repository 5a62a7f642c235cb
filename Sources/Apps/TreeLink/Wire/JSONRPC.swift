package import TextIO

/// A request of JSON-RPC 2.0: one object on a line.
package struct RPCRequest: Sendable {
  /// The method.
  package let method: String
  /// The parameters, an object.
  package let params: JSONValue

  /// Parses a line without its newline; nil for a response.
  ///
  /// - Parameter id: Set to the request's `id` as JSON as soon as it is known; nil for a message that
  ///   has no answer.
  package init?(_ line: [UInt8], id: inout JSONText?) throws(RPCFault) {
    let json: JSONValue
    do throws(JSONFailure) { json = try JSONValue(utf8: line) } catch {
      throw RPCFault(unreadable: error.problem as? JSONProblem ?? .truncated, at: error.offset)
    }
    let (version, method): (String?, String?) = try RPCFault.reading(.noRequest) {
      () throws(JSONProblem) in
      try json.checkObject("a request")
      return (try json.readIfPresent("jsonrpc"), try json.readIfPresent("method"))
    }
    if method == nil, json["result"] != nil || json["error"] != nil { return nil }
    id = json["id"]?.requestID
    if id == nil, json["id"] ?? .null != .null {
      throw RPCFault(.noRequest, "'id' must be a string or a number")
    }
    guard let method, version ?? "2.0" == "2.0" else {
      throw RPCFault(
        .noRequest, method == nil ? "'method' is missing" : "'jsonrpc' must be \"2.0\"")
    }
    self.method = method
    let params = json["params"] ?? .null
    self.params = params == .null ? .object([:]) : params
    try RPCFault.reading(.wrongParameters) { [params = self.params] () throws(JSONProblem) in
      try params.checkObject("params")
    }
  }
}

/// Why a request has no result: the `error` of JSON-RPC.
package struct RPCFault: Error, Hashable, Sendable {
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

  /// The fault of a line that can't be read.
  fileprivate init(unreadable problem: JSONProblem, at offset: Int) {
    let code: Code =
      switch problem {
      case .syntax, .truncated, .invalidText: .notJSON
      default: .noRequest
      }
    self.init(code, "\(problem.words) (at byte \(offset))")
  }

  /// Reads JSON; what is wrong with it becomes a fault.
  package static func reading<Value>(
    _ code: Code, _ body: () throws(JSONProblem) -> Value
  ) throws(RPCFault) -> Value {
    do throws(JSONProblem) { return try body() } catch { throw RPCFault(code, error.words) }
  }
}

extension RPCFault: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    var code: Code?
    if case .number(let text)? = json["code"] { code = Int(text).flatMap(Code.init) }
    let message: String = try json.readIfPresent("message") ?? ""
    self.init(code ?? .refused, "\(message.prefix(Self.longest))")
  }
}

extension RPCFault: CustomStringConvertible {
  /// The message.
  package var description: String { SafeText(message).string }
}

extension JSONText {
  /// The answer to a request; without an id, to one that can't be read.
  package static func answer(
    to id: JSONText?, _ result: Result<JSONText, RPCFault>
  ) -> JSONText {
    .object { json in
      json.write(answerTo: id, result) { json, value in json.write("result", value) }
    }
  }
}

extension JSONObject {
  /// Writes the members of an answer; without an id, to a request that can't be read.
  mutating func write<Value>(
    answerTo id: JSONText?, _ result: Result<Value, RPCFault>,
    _ write: (inout JSONObject, Value) -> Void
  ) {
    self.write("jsonrpc", "2.0")
    self.write("id", id ?? .null)
    switch result {
    case .success(let value): write(&self, value)
    case .failure(let fault):
      object("error") { json in
        json.write("code", fault.code.rawValue)
        json.write("message", fault.message)
      }
    }
  }
}
