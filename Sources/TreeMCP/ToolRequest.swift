import TextIO

/// A message of a client.
struct ToolRequest {
  /// What the client asks for.
  let method: String
  /// The version that the request names by itself.
  let version: String?
  private let params: JSONValue

  /// Where a request of the later versions names its own.
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  /// Reads a request.
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

  /// The version that `initialize` asks for.
  func wantedVersion() throws(Fault) -> String? {
    try Fault.reading(.wrongParameters) { () throws(JSONProblem) in
      try params.readIfPresent("protocolVersion")
    }
  }

  /// The tool to call, and its arguments, an object. A null is as good as left out.
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
/// Until 2025 a client begins with `initialize`, and both keep to what they agree on. From 2026-07-28
/// on, each request names its version by itself, and `server/discover` asks for what the server offers.
enum ProtocolVersion {
  /// Those that `initialize` agrees on, the latest last.
  static let agreed = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

  /// Those that each request names, the latest last.
  static let named = ["2026-07-28"]

  /// The version for a client that asks `initialize` for one: that, or the latest.
  static func answering(_ version: String?) -> String {
    if let version, agreed.contains(version) { return version }
    return agreed[agreed.count - 1]
  }
}

/// An error of the protocol, in place of a result.
struct Fault: Error {
  /// What sort of fault it is, by the numbers of JSON-RPC and of the protocol.
  enum Code: Int {
    case notJSON = -32_700
    case noRequest = -32_600
    case unknownMethod = -32_601
    case wrongParameters = -32_602
    case otherVersion = -32_022
  }

  var code: Code
  var message: SafeText
  /// The version that the client asked for, if the server doesn't speak it.
  var requested: String?

  init(_ code: Code, _ message: SafeText, requested: String? = nil) {
    self.code = code
    self.message = message
    self.requested = requested
  }

  /// Reads JSON; what is wrong with it is a fault.
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
