import Foundation
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `Writing a dump` {
  /// The contents of `Dumps.full`.
  static let tree = PlainTree(
    name: "Exam \"Master\"",
    messages: [
      DeclaredMessage(
        Message(kind: .error, domain: "NetworkErrors", code: "101"), label: "badToken"),
      DeclaredMessage(Message(kind: .event, domain: "AppEvent", code: "Über")),
    ],
    nodes: [
      .init(
        id: 1, type: "App", isSession: true, services: ["API", "Disk\\1"],
        handles: [
          Subscription(
            kind: .error, domain: "NetworkErrors", code: "101", label: "badToken",
            source: "App.swift:12")
        ]),
      .init(
        id: 9, parent: 1, type: "Flow", label: "main", isSession: true,
        representation: "FlowController", services: ["Disk"],
        handles: [
          Subscription(kind: .bubble, domain: "Flow", code: nil),
          Subscription(kind: .event, domain: "AppEvent", code: "Über"),
        ],
        raises: [
          DeclaredMessage(Message(kind: .event, domain: "AppEvent", code: "Über"), label: "over")
        ],
        source: "Router.swift:20",
        state: [.init(key: "exams", value: "3"), .init(key: "line\n", value: "\u{202e}")]),
      .init(id: 3, parent: 9, type: "Leaf😀"),
    ])

  @Test func `a dump has its keys in order, one node a line, and ends with a newline`() throws {
    #expect(String(decoding: try Self.tree.snapshot().dump(), as: UTF8.self) == Dumps.full)
  }

  @Test func `a session inside the tree that is not open says so, and nothing else does`() throws {
    let nodes = [
      #"{"id": 1, "type": "App", "session": true}"#,
      #"{"id": 2, "parent": 1, "type": "Flow", "session": true, "open": false}"#,
      #"{"id": 3, "parent": 1, "type": "Flow", "session": true}"#,
      #"{"id": 4, "parent": 1, "type": "Cell"}"#,
    ]
    let read = try Snapshot(
      dump: #"{"format": "model-tree", "version": 1, "nodes": ["#
        + nodes.joined(separator: ", ").replacing(
          #""Flow", "session": true}"#, with: #""Flow", "open": true, "session": true}"#
        ).replacing(#""Cell"}"#, with: #""Cell", "open": false}"#) + "]}")
    #expect(read.positions.map { read[$0].isUnopened } == [false, true, false, false])
    #expect(
      String(decoding: read.dump(.oneLine), as: UTF8.self)
        == #"{"format": "model-tree", "version": 1, "nodes": ["#
        + nodes.joined(separator: ", ") + "]}")
    #expect(
      read.text() == "──App\n   ├─Flow (not open)\n   ├─Flow\n   └─Cell\n")
    #expect(try PlainTree(read).snapshot().dump() == read.dump())
  }

  @Test func `the dump on one line is the same without the line ends`() throws {
    let line = try Self.tree.snapshot().dump(.oneLine)
    let lines = Dumps.full
      .replacing("\n  ]", with: "]").replacing("\n}\n", with: "}").replacing("{\n  ", with: "{")
      .replacing("[\n    ", with: "[").replacing(",\n    ", with: ", ")
      .replacing(",\n  ", with: ", ")
    #expect(String(decoding: line, as: UTF8.self) == lines)
    #expect(!line.contains(UInt8(ascii: "\n")))
  }

  @Test func `one node is written with its path`() throws {
    let snapshot = try Self.tree.snapshot()
    let json = JSONText.object { snapshot.writeNode(2, path: "/App/\u{1b}", to: &$0) }
    #expect(
      json.string == #"{"id": 3, "parent": 9, "type": "Leaf😀", "path": "/App/\u001b"}"#)
  }

  static let names: [(String, String)] = [
    ("\u{0}", #"\u0000"#), ("\u{1b}[31m", #"\u001b[31m"#), ("\u{7f}", #"\u007f"#),
    ("\u{85}", #"\u0085"#), ("\u{9b}", #"\u009b"#), ("\n\r\t", #"\n\r\t"#),
    ("\u{8}\u{c}", #"\u0008\u000c"#), ("\u{202e}", #"\u202e"#), ("\u{2066}", #"\u2066"#),
    ("\u{200b}", #"\u200b"#), ("\u{feff}", #"\ufeff"#), ("\u{2028}", #"\u2028"#),
    ("\u{e0067}", #"\udb40\udc67"#), ("\u{fffe}", #"\ufffe"#), ("\"\\/", #"\"\\/"#),
    ("\"\u{1b}\\", #"\"\u001b\\"#), ("é日😀", "é日😀"), ("e\u{301}", "e\u{301}"),
  ]

  @Test(arguments: names)
  func `names that could act on a terminal are escaped`(_ name: String, _ written: String) throws {
    let tree = PlainTree(
      name: name,
      nodes: [.init(id: 1, type: "A" + name, state: [.init(key: name, value: name)])])
    let snapshot = try tree.snapshot()
    let expected =
      #"{"format": "model-tree", "version": 1, "name": "@", "#
      + #""nodes": [{"id": 1, "type": "A@", "state": {"@": "@"}}]}"#
    #expect(snapshot.dump(.oneLine) == Array(expected.replacing("@", with: written).utf8))
    #expect(try Snapshot(dump: snapshot.dump()).dump() == snapshot.dump())
  }

  @Test func `the builder refuses what the reader would refuse`() {
    func refusal(id: Int, type: String) -> String? {
      var builder = SnapshotBuilder()
      builder.addNode(id: id, parent: nil, type: type)
      let error = #expect(throws: LinkError.self) { try builder.finish() }
      return error.map { "\($0)" }
    }
    #expect(refusal(id: -1, type: "A") == "model -1: the id is below 0; number the models from 1")
    #expect(refusal(id: 1, type: "") == "model 1: the type is empty; name it")
  }

  @Test func `the last value of a state key stays`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "A")
    for value in ["1", "2"] { builder.describe(StateEntry(key: "k", value: value)) }
    let snapshot = try builder.finish()
    #expect(snapshot.root.state == [StateEntry(key: "k", value: "2")])
    #expect(try Snapshot(dump: snapshot.dump()).dump() == snapshot.dump())
  }
}
