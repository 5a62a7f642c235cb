import Testing
import TextIO
import TreeSnapshot

@testable import TreeLink

/// An app's interpretation of received lines.
@Suite struct `A request` {
  private func read(_ line: String) -> (id: String, request: Result<LinkRequest, RPCFault>) {
    var id: JSONText?
    let request = Result { () throws(RPCFault) in try LinkRequest(Array(line.utf8), id: &id) }
    return (id?.string ?? "null", request)
  }

  private static let requests: [LinkRequest] = [
    .hello(.current, client: "modeltree \"1\"\n"),
    .look(after: nil, milliseconds: 0, moment: nil),
    .look(after: TreeMark(tree: 1, revision: 42), milliseconds: 500, moment: nil),
    .look(after: nil, milliseconds: 0, moment: "-2s"),
    .raise(Message(kind: .error, domain: "D\u{1b}", code: "1"), with: nil, node: 8, tree: 2),
    .raise(
      Message(kind: .bubble, domain: "D", code: "1"),
      with: .object([
        "a\n\"": .array([.number("1e2"), .null, .boolean(false)]), "b": .string("\u{1b}"),
      ]), node: 8, tree: 2), .leaks, .frozenLeaks, .actions,
    .perform(words: ["pick", "Mathé", ""]),
    .journal(after: 17, limit: 5, milliseconds: 10),
    .journal(after: 0, limit: nil, milliseconds: 0),
  ]

  @Test(arguments: requests) func `comes out as it went in`(request: LinkRequest) {
    let line = request.line(id: 7)
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(!line.dropLast().contains(UInt8(ascii: "\n")))
    let (id, read) = read(String(decoding: line.dropLast(), as: UTF8.self))
    #expect(id == "7")
    #expect(read == .success(request))
  }

  @Test func `has its members in any order, and others besides`() {
    let line = """
      {"params": {"more": [1, {"a": null}], "words": ["a"]}, "extra": 1e9, "id": "x\\n", \
      "method": "perform", "jsonrpc": "2.0"}
      """
    let (id, read) = read(line)
    #expect(id == "\"x\\n\"")
    #expect(read == .success(.perform(words: ["a"])))
  }

  @Test(
    arguments: [
      ("", RPCFault.Code.notJSON), ("nonsense", .notJSON), ("{\"id\": 1", .notJSON),
      ("[]", .noRequest), ("{}", .noRequest),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"look\"}", .noRequest),
      ("{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"look\"}", .noRequest),
      ("{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"look\"}", .noRequest),
      ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"id\": 2, \"method\": \"look\"}", .noRequest),
      ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"fly\"}", .unknownMethod),
      ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"raise\"}", .wrongParameters),
      ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"look\", \"params\": []}", .wrongParameters),
      (
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"look\", \"params\": {\"wait\": -1}}",
        .wrongParameters
      ),
      (
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"hello\", \"params\": {\"protocol\": \"x\"}}",
        .wrongParameters
      ),
    ])
  func `that cannot be read says what is wrong`(line: String, code: RPCFault.Code) {
    guard case .failure(let fault) = read(line).request else {
      Issue.record("'\(line)' was read")
      return
    }
    #expect(fault.code == code)
    #expect(!fault.message.isEmpty)
  }

  @Test func `of a megabyte is taken, and of one byte more refused, whatever follows`() {
    var lines = LineBuffer(limit: LinkRequest.limit)
    func add(_ bytes: [UInt8]) { lines.add(bytes) }
    let largest = [UInt8](repeating: 65, count: LinkRequest.limit)
    add(largest)
    #expect(lines.next() == nil)
    add([10])
    #expect(lines.next() == .bytes(largest))
    add(largest + [65])
    #expect(lines.next() == nil)
    add([66, 10, 67, 10, 68])
    #expect(lines.next() == .tooLong)
    guard case .bytes(let line)? = lines.next() else {
      Issue.record("the line behind is gone")
      return
    }
    #expect(line == [67])
    #expect(lines.next() == nil)
    add([10])
    guard case .bytes(let last)? = lines.next() else { return }
    #expect(last == [68])
  }
}
