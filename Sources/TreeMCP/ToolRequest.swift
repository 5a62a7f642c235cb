import TextIO

/// A message of a client.
struct ToolRequest {
  /// The method.
  let method: String
  /// The request's own version.
  let version: String?
  private let params: JSONValue

  /// The key of a request's version in later versions of the protocol.
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  /// Parses a request.
  init(_ json: JSONValue) throws(Fault) {
    let method: String? = try Fault.reading(.noRequest) { () throws(JSONProblem) in
      try json.checkObject("a request")
      return try json.readIfPresent("method")
    }
    guard let method else { throw Fault(.noRequest, "'method' is missing") }
    let params = json["params"] ?? .object([:])
    version = try Fault.reading(.wrongParameters) { () throws(JSONProblem) in
      try params.checkObject("params")
      try params["_meta"]?.checkObject("_meta")
      return try params["_meta"]?.readIfPresent(Self.versionKey)
    }
    self.method = method
    self.params = params
  }

  /// The version that `initialize` requests.
  func wantedVersion() throws(Fault) -> String? {
    try Fault.reading(.wrongParameters) { () throws(JSONProblem) in
      try params.readIfPresent("protocolVersion")
    }
  }

  /// The tool to call and its arguments, an object. Null counts as absent.
  func call() throws(Fault) -> (tool: String, arguments: JSONValue) {
    try Fault.reading(.wrongParameters) { () throws(JSONProblem) in
      let arguments = params["arguments"] ?? .null
      if arguments != .null { try arguments.checkObject("arguments") }
      return (try params.readIfPresent("name") ?? "", arguments)
    }
  }
}

/// The versions of the Model Context Protocol that the server speaks.
///
/// Until 2025, a client starts with `initialize`, which agrees on a version. From 2026-07-28 on,
/// each request states its version, and `server/discover` returns the server's features.
enum ProtocolVersion {
  /// The versions for `initialize`, the latest last.
  static let agreed = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

  /// The versions that requests state, the latest last.
  static let named = ["2026-07-28"]

  /// The answer to a client's `initialize`: its version if supported, otherwise the latest.
  static func answering(_ version: String?) -> String {
    if let version, agreed.contains(version) { return version }
    return agreed[agreed.count - 1]
  }
}

/// A protocol error, instead of a result.
struct Fault: Error {
  /// The kind of fault, by the numbers of JSON-RPC and of the protocol.
  enum Code: Int {
    case notJSON = -32_700
    case noRequest = -32_600
    case unknownMethod = -32_601
    case wrongParameters = -32_602
    case otherVersion = -32_022
  }

  var code: Code
  var message: SafeText
  /// The client's version, if the server doesn't support it.
  var requested: String?

  init(_ code: Code, _ message: SafeText, requested: String? = nil) {
    self.code = code
    self.message = message
    self.requested = requested
  }

  /// Reads JSON; an error becomes a fault.
  static func reading<Value>(
    _ code: Code, _ body: () throws(JSONProblem) -> Value
  ) throws(Fault) -> Value {
    do throws(JSONProblem) { return try body() } catch { throw Fault(code, error.words) }
  }

  var json: JSONText {
    .object { json in
      json.raw("code") { $0.write(decimal: code.rawValue) }
      json.write("message", message)
      if let requested {
        json.object("data") { data in
          data.write("supported", ProtocolVersion.named + ProtocolVersion.agreed)
          data.write("requested", requested)
        }
      }
    }
  }
}
