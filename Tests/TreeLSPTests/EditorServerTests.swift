import Foundation
import TestSupport
import Testing
import TextIO
import TreeLSP

/// Says how long each line is, in place of a language.
private final class LineLengths: EditorLanguage {
  var settings: EditorSettings?

  func configure(_ settings: EditorSettings) { self.settings = settings }

  func diagnostics(of document: EditorDocument) -> [EditorDiagnostic] {
    (0..<document.text.lineCount).map { line in
      EditorDiagnostic(
        range: document.text.range(ofLine: line), severity: .warning,
        message: "\(document.text.line(line).count)")
    }
  }

  func completions(
    in document: EditorDocument, at position: EditorPosition
  ) -> EditorCompletions? {
    EditorCompletions(
      replacing: EditorRange(position, position),
      [EditorCompletion("\(document.text.byte(at: position))", .value)])
  }

  func hover(in document: EditorDocument, at position: EditorPosition) -> String? {
    position.line == 0 ? "first" : nil
  }

  func fixes(in document: EditorDocument, for range: EditorRange) -> [EditorFix] { [] }

  func formatted(_ document: EditorDocument) -> String? {
    String(decoding: document.text.bytes, as: UTF8.self).uppercased()
  }

  func lenses(in document: EditorDocument) -> [EditorLens] { [EditorLens(line: 0, title: "one")] }
}

@Suite struct `A server for editors` {
  private let language = LineLengths()

  private func server() -> EditorServer {
    EditorServer(name: "modeltree", version: "1.2", language: language)
  }

  private func ask(_ server: inout EditorServer, _ messages: String...) -> [String] {
    messages.flatMap { server.answers(to: .bytes(Array($0.utf8))) }.map(\.string)
  }

  private func begin(_ capabilities: String = "{}") -> EditorServer {
    var server = server()
    _ = ask(
      &server,
      """
      {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"rootUri": "file:///a", \
      "capabilities": \(capabilities), "initializationOptions": {"dump": "x.json"}}}
      """)
    return server
  }

  private func open(_ text: String) -> String {
    """
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///a/b", \
    "languageId": "x", "version": 3, "text": "\(text)"}}}
    """
  }

  @Test func `the first request is initialize, and a shut down server only exits`() {
    var server = server()
    #expect(
      ask(
        &server, #"{"id": 1, "method": "textDocument/hover", "params": {}}"#,
        #"{"method": "textDocument/didOpen"}"#, #"{"id": "x", "method": "shutdown"}"#) == [
          #"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "'initialize' comes first"}}"#,
          #"{"jsonrpc": "2.0", "id": "x", "error": {"code": -32002, "message": "'initialize' comes first"}}"#,
        ])
    let first = ask(&server, #"{"id": 2, "method": "initialize", "params": null}"#)
    #expect(first.count == 1)
    #expect(first[0].contains(#""positionEncoding": "utf-16""#))
    #expect(first[0].contains(#""serverInfo": {"name": "modeltree", "version": "1.2"}"#))
    #expect(
      ask(
        &server, #"{"id": 3, "method": "shutdown"}"#, #"{"id": 4, "method": "shutdown"}"#,
        #"{"method": "exit"}"#) == [
          #"{"jsonrpc": "2.0", "id": 3, "result": null}"#,
          #"{"jsonrpc": "2.0", "id": 4, "error": {"code": -32600, "message": "the server is shut down"}}"#,
        ])
    #expect(server.exitStatus == 0)
    var other = begin()
    #expect(other.exitStatus == nil)
    #expect(ask(&other, #"{"method": "exit"}"#) == [])
    #expect(other.exitStatus == 1)
  }

  @Test func `remarks are sent once for each change, with the version of the text`() {
    var server = begin()
    #expect(language.settings?.root == "/a")
    #expect(language.settings?["dump"] == "x.json")
    #expect(ask(&server, open(#"one\ntwo"#)) == [])
    let first = server.diagnostics().map(\.string)
    #expect(first.count == 1)
    #expect(first[0].contains(#""version": 3, "diagnostics": [{"range": {"start": "#))
    #expect(server.diagnostics() == [])
    let change = """
      {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///a/b", \
      "version": 4}, "contentChanges": [{"range": {"start": {"line": 0, "character": 1}, "end": \
      {"line": 1, "character": 1}}, "text": "😀"}, {"range": 7, "text": "lost"}]}}
      """
    #expect(ask(&server, change) == [])
    #expect(
      server.diagnostics().map(\.string) == [
        """
        {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": {"uri": \
        "file:///a/b", "version": 4, "diagnostics": [{"range": {"start": {"line": 0, "character": \
        0}, "end": {"line": 0, "character": 5}}, "severity": 2, "source": "modeltree", "message": \
        "7"}]}}
        """
      ])
    #expect(
      ask(
        &server,
        #"{"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///a/b"}}}"#)
        == [
          """
          {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": {"uri": \
          "file:///a/b", "diagnostics": []}}
          """
        ])
  }

  @Test func `formatting is the smallest edit of lines`() {
    var server = begin()
    _ = ask(&server, open(#"A\nb\nC\n"#))
    #expect(
      ask(
        &server,
        """
        {"id": 7, "method": "textDocument/formatting", "params": {"textDocument": {"uri": \
        "file:///a/b"}, "options": {"tabSize": 4}}}
        """) == [
          """
          {"jsonrpc": "2.0", "id": 7, "result": [{"range": {"start": {"line": 1, "character": 0}, \
          "end": {"line": 2, "character": 0}}, "newText": "B\\n"}]}
          """
        ])
  }

  @Test func `an editor that can is asked to watch files and to ask for lenses anew`() {
    var server = begin(
      """
      {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}, "codeLens": \
      {"refreshSupport": true}}}
      """)
    let watch = ask(&server, #"{"method": "initialized", "params": {}}"#)
    #expect(watch.count == 1 && watch[0].contains("client/registerCapability"))
    #expect(ask(&server, #"{"id": 1, "result": null}"#) == [])
    _ = ask(&server, open("x"))
    _ = server.diagnostics()
    #expect(
      ask(&server, #"{"method": "workspace/didChangeWatchedFiles", "params": {"changes": []}}"#)
        == [#"{"jsonrpc": "2.0", "id": 2, "method": "workspace/codeLens/refresh"}"#])
    #expect(server.diagnostics().count == 1)
  }

  @Test(arguments: [
    (
      #"{"id": 1"#,
      #"null, "error": {"code": -32700, "message": "the text ends before its JSON does"#
    ),
    (#"[{"id": 1}]"#, #"null, "error": {"code": -32600"#),
    (#"{"id": 1}"#, #"1, "error": {"code": -32600, "message": "'method' is missing"}"#),
    (#"{"id": 1, "method": "nope"}"#, #"1, "error": {"code": -32601"#),
    (#"{"id": 1, "method": "textDocument/hover"}"#, #"1, "error": {"code": -32602"#),
    (
      #"{"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///no"}, "position": {"line": 0, "character": 0}}}"#,
      #"1, "error": {"code": -32602, "message": "'file:///no' is not open"}"#
    ),
    (
      #"{"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///a/b"}, "position": {"line": -1, "character": 0}}}"#,
      #"1, "error": {"code": -32602"#
    ),
    (
      #"{"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///a/b"}, "position": {"line": 9007199254740993, "character": 9223372036854775807}}}"#,
      #"1, "result": null}"#
    ),
  ])
  func `a wrong message is refused, and the next one is answered`(message: String, answer: String) {
    var server = begin()
    _ = ask(&server, open("x"))
    let answers = ask(&server, message)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(#"{"jsonrpc": "2.0", "id": "# + answer) == true, "\(answers)")
    #expect(
      ask(
        &server,
        #"{"id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///a/b"}, "position": {"line": 0, "character": 0}}}"#
      ) == [
        #"{"jsonrpc": "2.0", "id": 2, "result": {"contents": {"kind": "markdown", "value": "first"}}}"#
      ])
  }

  @Test(arguments: 0..<300)
  func `no bytes end the server`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var server = begin()
    let messages = [
      open("one\\ntwo"),
      """
      {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///a/b", \
      "version": 4}, "contentChanges": [{"range": {"start": {"line": 0, "character": 1}, "end": \
      {"line": 1, "character": 1}}, "text": "x"}]}}
      """,
      """
      {"id": 5, "method": "textDocument/completion", "params": {"textDocument": {"uri": \
      "file:///a/b"}, "position": {"line": 0, "character": 1}}}
      """,
    ]
    for message in messages {
      var bytes = Array(message.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      for answer in server.answers(to: .bytes(bytes)) + server.diagnostics() {
        #expect((try? JSONSerialization.jsonObject(with: Data(answer.bytes))) != nil)
      }
    }
  }
}
