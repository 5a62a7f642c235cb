import TextIO

/// A message of a client.
struct ToolRequest {
  /// What it is about.
  var method: String
  /// The id to answer with, as JSON; nil for what wants no answer.
  var id: JSONText?
  /// The version that the request names by itself.
  var version: String?
  /// What follows is only read where the method has it.
  private let params: [UInt8]

  /// Reads a line.
  ///
  /// - Throws: `Fault` with what to answer.
  init(_ line: [UInt8]) throws(Fault) {
    var (method, id): (String?, JSONText?)
    var params: [UInt8] = []
    do {
      try Self.scan(line) { scanner throws(JSONFailure) in
        try scanner.readObject("a request") { scanner, key throws(JSONFailure) in
          switch key {
          case "method": method = try scanner.readString(key)
          case "id":
            let text = Array(try scanner.valueText())
            // A null, or what is no id, is answered to nobody.
            if text.first == UInt8(ascii: "\"") || text.first.map(Self.beginsNumber) == true {
              id = JSONText(written: text)
            }
          case "params": params = Array(try scanner.valueText())
          default: return false
          }
          return true
        }
        try scanner.expectEnd()
      }
    } catch {
      let isJSON = if case .wrongType? = error.problem as? JSONProblem { true } else { false }
      throw Fault(isJSON ? .noRequest : .notJSON, error)
    }
    guard let method else { throw Fault(.noRequest, "'method' is missing", id: id) }
    self.method = method
    self.id = id
    self.params = params
    version = nil
    if !params.isEmpty { version = try namedVersion() }
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func scan(
    _ bytes: [UInt8], _ body: (inout JSONScanner) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONFailure) in
      var scanner = JSONScanner(bytes)
      try body(&scanner)
    }
  }

  /// Reads the members of the parameters.
  private func readParams(
    _ member: (inout JSONScanner, String) throws(JSONFailure) -> Bool
  ) throws(Fault) {
    if params.isEmpty { return }
    do {
      try Self.scan(params) { scanner throws(JSONFailure) in
        try scanner.readObject("params", member)
      }
    } catch {
      throw Fault(.wrongParameters, error, id: id)
    }
  }

  /// Where a request of the later versions says its own.
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  private func namedVersion() throws(Fault) -> String? {
    var version: String?
    try readParams { scanner, key throws(JSONFailure) in
      guard key == "_meta" else { return false }
      try scanner.readObject(key) { scanner, key throws(JSONFailure) in
        guard key == Self.versionKey else { return false }
        version = try scanner.readString(key)
        return true
      }
      return true
    }
    return version
  }

  /// The version that `initialize` asks for.
  func wantedVersion() throws(Fault) -> String? {
    var version: String?
    try readParams { scanner, key throws(JSONFailure) in
      guard key == "protocolVersion" else { return false }
      version = try scanner.readString(key)
      return true
    }
    return version
  }

  /// The tool to call, and its arguments.
  func call() throws(Fault) -> (tool: String, arguments: [String: ToolValue]) {
    var tool: String?
    var arguments: [String: ToolValue] = [:]
    try readParams { scanner, key throws(JSONFailure) in
      switch key {
      case "name": tool = try scanner.readString(key)
      case "arguments":
        if scanner.peek() == UInt8(ascii: "n") { return false }
        try scanner.readObject(key) { scanner, key throws(JSONFailure) in
          arguments[key] = try ToolValue(&scanner, key)
          return true
        }
      default: return false
      }
      return true
    }
    guard let tool else { throw Fault(.wrongParameters, "'name' of the tool is missing", id: id) }
    return (tool, arguments)
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
  /// The request that it answers, where that could be read.
  var id: JSONText?
  /// The version that the client asked for, where the server does not speak it.
  var requested: String?

  init(_ code: Code, _ message: SafeText, id: JSONText?, requested: String? = nil) {
    self.code = code
    self.message = message
    self.id = id
    self.requested = requested
  }

  init(_ code: Code, _ failure: JSONFailure, id: JSONText? = nil) {
    let problem = failure.problem as? JSONProblem ?? .truncated
    self.init(code, problem.words, id: id)
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
