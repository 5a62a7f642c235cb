package import TextIO
package import TreeSnapshot

/// A client's request to an app.
package enum LinkRequest: Hashable, Sendable {
  /// The app's greeting; `client` is the client's name and version.
  case hello(LinkVersion, client: String)
  /// The tree, or a note that it is still the one of `after`, sent after a wait of up to
  /// `milliseconds`; or the tree at a moment of its journal.
  case look(after: TreeMark?, milliseconds: Int, moment: String?)
  /// Raises a test message at a node of one of the app's trees, with a value if there is JSON.
  case raise(Message, with: JSONValue?, node: Int, tree: Int)
  /// The models that left the tree and are still alive.
  case leaks
  /// The same, with a frozen copy of the app's process, whose memory the client reads. The copy ends
  /// with the connection.
  case frozenLeaks
  /// The actions of the app.
  case actions
  /// Performs the action named by the first word.
  case perform(words: [String])
  /// The journal after a record: up to `limit` records, a thousand without one, after a wait for one of up
  /// to `milliseconds`.
  case journal(after: Int, limit: Int?, milliseconds: Int)

  /// Holds the app's clock from now on; `holdsAnswers` says whether it holds the answers of work, too, nil
  /// as before.
  case clock(holdsAnswers: Bool?)
  /// Lets time pass, in nanoseconds.
  case pass(Int)
  /// Whether the app waits for time, an answer or another request, after a wait of up to `milliseconds` until
  /// it does.
  case settled(milliseconds: Int)
  /// Takes an answer that is held: the one at a place, from 1, or an error instead.
  case answer(Int, failing: String?)
  /// Closes the session for good, and takes all answers that are held.
  case close

  /// The maximum size of a request, in bytes.
  package static let limit = 1 << 20
  /// The maximum size of an answer that a client reads, in bytes.
  package static let answerLimit = 1 << 30
}

extension LinkRequest {
  /// The name of the method.
  package var method: String {
    switch self {
    case .hello: "hello"
    case .look: "look"
    case .raise: "raise"
    case .leaks, .frozenLeaks: "leaks"
    case .actions: "actions"
    case .perform: "perform"
    case .journal: "journal"
    case .clock: "clock"
    case .pass: "pass"
    case .settled: "settled"
    case .answer: "answer"
    case .close: "close"
    }
  }

  /// The request as one line, with a newline.
  package func line(id: Int) -> [UInt8] {
    let text = JSONText.object { json in
      json.write("jsonrpc", "2.0")
      json.write("id", id)
      json.write("method", method)
      json.object("params", writeParameters)
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }

  private func writeParameters(to json: inout JSONObject) {
    switch self {
    case .hello(let version, let client):
      json.write("protocol", version.description)
      json.write("client", client)
    case .look(let after, let milliseconds, let moment):
      if let after { json.object("after") { after.write(to: &$0) } }
      json.write("wait", milliseconds)
      json.write("at", moment)
    case .raise(let message, let value, let node, let tree):
      json.object("message") { $0.write(message) }
      if let value { json.write("with", value.text) }
      json.write("node", node)
      json.write("tree", tree)
    case .leaks, .actions, .close: break
    case .frozenLeaks: json.write("freeze", true)
    case .perform(let words): json.write("words", words)
    case .journal(let after, let limit, let milliseconds):
      json.write("after", after)
      json.write("limit", limit)
      json.write("wait", milliseconds)
    case .clock(let holdsAnswers):
      json.write("hold", true)
      if let holdsAnswers { json.write("answers", holdsAnswers) }
    case .pass(let nanoseconds):
      json.raw("seconds") { $0.write("\(Double(nanoseconds) / 1e9)") }
    case .settled(let milliseconds): json.write("wait", milliseconds)
    case .answer(let place, let error):
      json.write("work", place)
      json.write("error", error)
    }
  }
}

extension LinkRequest {
  /// Parses a line that an app received, without its newline.
  ///
  /// - Parameter id: Set to the request's `id` as JSON as soon as it is known.
  init(_ line: [UInt8], id: inout JSONText?) throws(RPCFault) {
    guard let received = try RPCRequest(line, id: &id), id != nil else {
      throw RPCFault(.noRequest, "a request needs an 'id', a number or a string")
    }
    let request = try RPCFault.reading(.wrongParameters) { () throws(JSONProblem) in
      try LinkRequest(received.method, received.params)
    }
    guard let request else {
      throw RPCFault(.unknownMethod, "unknown method '\(received.method)'")
    }
    self = request
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
        milliseconds: try json.readIfPresent("wait") ?? 0)
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
