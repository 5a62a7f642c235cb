import TextIO

/// Why a request of JSON-RPC has no result.
struct RequestFault: Error {
  /// The kind of fault, by the numbers of JSON-RPC and of the protocols that use it.
  enum Code: Int, Sendable {
    case notJSON = -32_700
    case noRequest = -32_600
    case unknownMethod = -32_601
    case wrongParameters = -32_602
    /// In the Model Context Protocol: the client's version isn't supported.
    case otherVersion = -32_022
  }

  var code: Code
  var message: SafeText
  /// What the protocol adds, if anything.
  var data: JSONText?

  /// Creates a fault.
  init(_ code: Code, _ message: SafeText, data: JSONText? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Reads JSON; an error becomes a fault.
  static func reading<Value>(
    _ code: Code, _ body: () throws(JSONProblem) -> Value
  ) throws(RequestFault) -> Value {
    do throws(JSONProblem) { return try body() } catch { throw RequestFault(code, error.words) }
  }

  /// Parses a message.
  static func parsing(_ bytes: [UInt8]) throws(RequestFault) -> JSONValue {
    do throws(JSONFailure) {
      return try JSONValue(utf8: bytes)
    } catch {
      let problem = error.problem as? JSONProblem ?? .truncated
      throw RequestFault(.notJSON, problem.words)
    }
  }

  /// The fault, as the value of `error`.
  var json: JSONText {
    .object { json in
      json.write("code", code.rawValue)
      json.write("message", message)
      if let data { json.write("data", data) }
    }
  }
}

extension JSONText {
  /// A message of JSON-RPC that answers a request.
  static func result(_ value: JSONText, of id: JSONText) -> JSONText {
    answer(to: id, "result", value)
  }

  /// A message of JSON-RPC that refuses a request; without an id, one that can't be read.
  static func refusal(_ fault: RequestFault, of id: JSONText?) -> JSONText {
    answer(to: id, "error", fault.json)
  }

  private static func answer(to id: JSONText?, _ key: String, _ value: JSONText) -> JSONText {
    .object { json in
      json.write("jsonrpc", "2.0")
      json.write("id", id ?? .null)
      json.write(key, value)
    }
  }
}
