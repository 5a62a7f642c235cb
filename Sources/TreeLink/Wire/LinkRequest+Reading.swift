import TextIO
import TreeSnapshot

/// A line that an app received.
struct ReceivedRequest {
  /// The `id` as JSON; `null` if there is none.
  private(set) var id: [UInt8] = Array("null".utf8)
  /// The request, or why it can't be answered.
  private(set) var request: Result<LinkRequest, LinkFault>

  /// Parses a line without its newline.
  init(_ line: [UInt8]) {
    let json: JSONValue
    do throws(JSONFailure) {
      json = try JSONValue(utf8: line)
    } catch {
      let problem = error.problem as? JSONProblem ?? .truncated
      let code: LinkFault.Code =
        switch problem {
        case .syntax, .truncated, .invalidText: .notJSON
        default: .noRequest
        }
      request = .failure(LinkFault(code, "\(problem.words) (at byte \(error.offset))"))
      return
    }
    var code = LinkFault.Code.noRequest
    do throws(JSONProblem) {
      try json.checkObject("a request")
      guard let id = json["id"]?.requestID else {
        request = .failure(
          LinkFault(code, "a request needs an 'id', a number or a string"))
        return
      }
      self.id = id.bytes
      let (version, method): (String?, String?) =
        (try json.readIfPresent("jsonrpc"), try json.readIfPresent("method"))
      guard version == "2.0", let method else {
        request = .failure(
          LinkFault(code, "a request has \"jsonrpc\": \"2.0\", an 'id' and a 'method'"))
        return
      }
      code = .wrongParameters
      let parameters = json["params"] ?? .object([:])
      try parameters.checkObject("params")
      if let request = try LinkRequest(method, parameters) {
        self.request = .success(request)
      } else {
        request = .failure(LinkFault(.unknownMethod, "unknown method '\(method)'"))
      }
    } catch {
      request = .failure(LinkFault(code, error.words))
    }
  }
}

extension LinkRequest {
  /// Reads the parameters of a method; nil for an unknown method.
  fileprivate init?(_ method: String, _ json: JSONValue) throws(JSONProblem) {
    switch method {
    case "hello":
      self = .hello(
        try json.read("protocol"), client: try json.readIfPresent("client") ?? "")
    case "look":
      self = .look(
        after: try json.readIfPresent("after"),
        milliseconds: try json.readIfPresent("wait") ?? 0,
        moment: try json.readIfPresent("at"))
    case "raise":
      self = .raise(
        try json.read("message"), with: json["with"], node: try json.read("node"),
        tree: try json.read("tree"))
    case "leaks":
      self = try json.readIfPresent("freeze") ?? false ? .frozenLeaks : .leaks
    case "actions": self = .actions
    case "perform": self = .perform(words: try json.read("words"))
    case "journal":
      self = .journal(
        after: try json.readIfPresent("after") ?? 0, limit: try json.readIfPresent("limit"),
        milliseconds: try json.readIfPresent("wait") ?? 0,
        asBytes: try json.readIfPresent("bytes") ?? false)
    case "clock":
      let hold: Bool = try json.readIfPresent("hold") ?? true
      if !hold {
        throw .wrongType(key: "hold", expected: "true: a clock stays held", found: "false")
      }
      self = .clock(holdsAnswers: try json.readIfPresent("answers"))
    case "pass": self = .pass(try json.readSeconds("seconds"))
    case "settled": self = .settled(milliseconds: try json.readIfPresent("wait") ?? 0)
    case "answer":
      self = .answer(try json.read("work"), failing: try json.readIfPresent("error"))
    case "close": self = .close
    default: return nil
    }
  }
}
