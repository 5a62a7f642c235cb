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
  init(_ json: JSONValue) throws(RequestFault) {
    let method: String? = try RequestFault.reading(.noRequest) { () throws(JSONProblem) in
      try json.checkObject("a request")
      return try json.readIfPresent("method")
    }
    guard let method else { throw RequestFault(.noRequest, "'method' is missing") }
    let params = json["params"] ?? .object([:])
    version = try RequestFault.reading(.wrongParameters) { () throws(JSONProblem) in
      try params.checkObject("params")
      try params["_meta"]?.checkObject("_meta")
      return try params["_meta"]?.readIfPresent(Self.versionKey)
    }
    self.method = method
    self.params = params
  }

  /// The version that `initialize` requests.
  func wantedVersion() throws(RequestFault) -> String? {
    try RequestFault.reading(.wrongParameters) { () throws(JSONProblem) in
      try params.readIfPresent("protocolVersion")
    }
  }

  /// The tool to call and its arguments, an object. Null counts as absent.
  func call() throws(RequestFault) -> (tool: String, arguments: JSONValue) {
    try RequestFault.reading(.wrongParameters) { () throws(JSONProblem) in
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

extension RequestFault {
  /// The fault of a version that the server doesn't support.
  static func otherVersion(_ message: SafeText, requested: String) -> RequestFault {
    RequestFault(
      .otherVersion, message,
      data: .object { data in
        data.write("supported", ProtocolVersion.named + ProtocolVersion.agreed)
        data.write("requested", requested)
      })
  }
}
