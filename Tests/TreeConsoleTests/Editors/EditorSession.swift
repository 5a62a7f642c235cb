import Foundation
import TestSupport
import Testing

/// A raw client of `modeltree lsp`: it writes its messages first, and reads all answers then.
struct EditorSession {
  private var input: [UInt8] = []
  private var requests: [Int] = []

  /// What the server sent.
  struct Answers {
    /// The results, by request.
    var results: [Any?] = []
    /// The latest remarks on each file, by its address.
    var diagnostics: [String: [Diagnostic]] = [:]
    var outcome: Outcome
  }

  /// A remark: its place as `line:start-end`, from 0, and its message.
  struct Diagnostic: Equatable {
    var place: String
    var severity: Int
    var message: String

    init(_ place: String, _ severity: Int, _ message: String) {
      (self.place, self.severity, self.message) = (place, severity, message)
    }

    init(_ json: [String: Any]) {
      let range = json["range"] as? [String: [String: Int]] ?? [:]
      let (start, end) = (range["start"] ?? [:], range["end"] ?? [:])
      place = "\(start["line"] ?? -1):\(start["character"] ?? -1)-\(end["character"] ?? -1)"
      severity = json["severity"] as? Int ?? 0
      // How old a file is depends on the machine.
      message = (json["message"] as? String ?? "").replacing(/\d+ seconds? old/, with: "new")
    }
  }

  /// Begins a session in a folder that is open in the editor.
  init(in folder: TestFolder, settings: String = "{}") {
    request(
      "initialize",
      """
      {"processId": null, "rootUri": "file://\(folder.path)", "capabilities": {}, \
      "initializationOptions": \(settings)}
      """)
    send(#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#)
  }

  mutating func send(_ message: String) {
    input += "Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8
  }

  mutating func request(_ method: String, _ params: String) {
    send(
      """
      {"jsonrpc": "2.0", "id": \(requests.count), "method": "\(method)", "params": \(params)}
      """)
    requests.append(requests.count)
  }

  /// Opens a file with a text that isn't saved.
  mutating func open(_ file: String, _ text: String, in folder: TestFolder) {
    let json = String(
      decoding: (try? JSONSerialization.data(
        withJSONObject: [text], options: [.withoutEscapingSlashes])) ?? Data(), as: UTF8.self)
    send(
      """
      {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": \
      "file://\(folder.path)/\(file)", "languageId": "", "version": 1, "text": \
      \(json.dropFirst().dropLast())}}}
      """)
  }

  /// Asks about a place in a file.
  mutating func ask(
    _ method: String, _ file: String, in folder: TestFolder, line: Int = 0, character: Int = 0
  ) {
    let position = #"{"line": \#(line), "character": \#(character)}"#
    request(
      "textDocument/\(method)",
      """
      {"textDocument": {"uri": "file://\(folder.path)/\(file)"}, "position": \(position), \
      "range": {"start": \(position), "end": \(position)}, "context": {"diagnostics": []}, \
      "options": {"tabSize": 2, "insertSpaces": true}}
      """)
  }

  /// Sends everything, and returns what came back.
  func run(in folder: TestFolder) throws -> Answers {
    let session = self
    try folder.write(session.input, to: "input.txt")
    let outcome = try ChildProcess.run(
      [TestFolder.executable(), "lsp"], input: folder.path(of: "input.txt"),
      environment: folder.environment(), directory: "/")
    var answers = Answers(outcome: outcome)
    var found: [Int: Any] = [:]
    for message in try Self.messages(in: outcome.output) {
      if let id = message["id"] as? Int { found[id] = message["result"] ?? message["error"] }
      guard message["method"] as? String == "textDocument/publishDiagnostics",
        let params = message["params"] as? [String: Any], let uri = params["uri"] as? String
      else { continue }
      let list = params["diagnostics"] as? [[String: Any]] ?? []
      answers.diagnostics[uri.replacing("file://\(folder.path)/", with: "")] =
        list.map(Diagnostic.init)
    }
    answers.results = session.requests.map { found[$0] }
    return answers
  }

  private static func messages(in output: [UInt8]) throws -> [[String: Any]] {
    var (messages, rest): ([[String: Any]], [UInt8]) = ([], output)
    while !rest.isEmpty {
      let text = String(decoding: rest.prefix(60), as: UTF8.self)
      let header = try #require(text.prefixMatch(of: /Content-Length: (\d+)\r\n\r\n/))
      let count = try #require(Int(header.1))
      let body = rest.dropFirst(header.0.utf8.count).prefix(count)
      #expect(body.count == count)
      messages.append(
        try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]))
      rest = Array(rest.dropFirst(header.0.utf8.count + count))
    }
    return messages
  }
}
