package import TextIO
import TreeAnalysis
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
  /// The journal after a record: up to `limit` records, after a wait for one of up to
  /// `milliseconds`, as objects or as the bytes of a journal. Without a limit, these are all
  /// records as bytes, or a thousand as objects.
  case journal(after: Int, limit: Int?, milliseconds: Int, asBytes: Bool)

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
      if milliseconds > 0 { json.write("wait", milliseconds) }
      json.write("at", moment)
    case .raise(let message, let value, let node, let tree):
      json.object("message") { $0.write(message) }
      if let value { json.write("with", value.text) }
      json.write("node", node)
      json.write("tree", tree)
    case .leaks, .actions, .close: break
    case .frozenLeaks: json.write("freeze", true)
    case .perform(let words): json.write("words", words)
    case .journal(let after, let limit, let milliseconds, let asBytes):
      json.write("after", after)
      json.write("limit", limit)
      if milliseconds > 0 { json.write("wait", milliseconds) }
      if asBytes { json.write("bytes", true) }
    case .clock(let holdsAnswers):
      json.write("hold", true)
      if let holdsAnswers { json.write("answers", holdsAnswers) }
    case .pass(let nanoseconds):
      json.raw("seconds") { $0.write(seconds: nanoseconds) }
    case .settled(let milliseconds): json.write("wait", milliseconds)
    case .answer(let place, let error):
      json.write("work", place)
      json.write("error", error)
    }
  }
}
