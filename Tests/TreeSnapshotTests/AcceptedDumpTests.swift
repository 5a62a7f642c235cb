import TestSupport
import Testing
import TreeSnapshot

@Suite struct `A dump is read` {
  @Test func `with every field`() throws {
    let snapshot = try Snapshot(dump: Dumps.full)
    #expect(PlainTree(snapshot) == `Writing a dump`.tree)
  }

  static let unknown = [
    "1", "-0.5e+10", "null", "true", "false", #""é\u00e9""#, "[]", "{}",
    #"[1, [2, {"a": null}], "x", {"b": [[]], "b": 2}]"#, #"{"id": {"type": 1}, "nodes": [[]]}"#,
  ]

  @Test(arguments: unknown)
  func `past unknown keys of any shape, everywhere`(_ value: String) throws {
    let extra = "\"x\": \(value)"
    let dump = """
      {\(extra), "format": "model-tree", "y": \(value), "version": 1, "name": "N", \(extra),
      "messages": [{\(extra), "kind": "error", "domain": "D", "code": "1", \(extra)}],
      "nodes": [{\(extra), "id": 1, \(extra), "type": "A", "state": {},
        "handles": [{"kind": "event", \(extra), "domain": "D"}],
        "raises": [{"kind": "bubble", "domain": "D", "code": "2", \(extra)}], \(extra)}],
      "Nodes": \(value), "": \(value)}
      """
    #expect(
      String(decoding: try Snapshot(dump: dump).dump(.oneLine), as: UTF8.self) == """
        {"format": "model-tree", "version": 1, "name": "N", \
        "messages": [{"kind": "error", "domain": "D", "code": "1"}], \
        "nodes": [{"id": 1, "type": "A", \
        "handles": [{"kind": "event", "domain": "D"}], \
        "raises": [{"kind": "bubble", "domain": "D", "code": "2"}]}]}
        """)
  }

  @Test func `past an unknown value nested 200,000 deep`() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let depth = 200_000
      let nested =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      #expect(try Snapshot(dump: Dumps.ofNode("\"x\": \(nested)")).root.type == "A")
      let first = "{\"x\": \(nested), " + Dumps.ofNode("\"y\": 1").dropFirst()
      #expect(try Snapshot(dump: first).root.id == 7)
      #expect(
        refusal(of: "{\"x\": " + String(repeating: open, count: depth))
          == "line 1: the dump is cut off: the text ends inside a value; write it again")
    }
  }

  @Test func `in any order of nodes, with siblings in the order of the file`() throws {
    let snapshot = try Snapshot(
      dump: Dumps.of(
        #"{"id": 4, "parent": 2, "type": "D"}"#, #"{"id": 9, "parent": 1, "type": "B"}"#,
        #"{"id": 3, "parent": 2, "type": "E", "label": "e"}"#, #"{"id": 1, "type": "A"}"#,
        #"{"id": 2, "parent": 1, "type": "C"}"#, #"{"id": 7, "parent": 9, "type": "F"}"#))
    #expect(snapshot.positions.map { snapshot[$0].type } == ["A", "B", "F", "C", "D", "E"])
    #expect(snapshot.root.children.map(\.id) == [9, 2])
    #expect(snapshot[3].subtree == 3..<6)
    #expect(snapshot[5].label == "e")
    #expect(snapshot[5].parent?.id == 2)
  }

  @Test func `in shuffled order of random trees`() throws {
    for seed in 0..<40 {
      let tree = randomTree(seed: UInt64(seed))
      var random = SeededGenerator(seed: UInt64(seed))
      let shuffled = try tree.shuffled(using: &random).snapshot()
      #expect(PlainTree(shuffled) == tree.inDocumentOrder)
      #expect(shuffled.dump() == (try tree.snapshot().dump()))
    }
  }

  @Test func `with a byte order mark, line ends of Windows, and white space anywhere`() throws {
    let expected = try Snapshot(dump: Dumps.full).dump()
    let windows = "\u{feff}" + Dumps.full.replacing("\n", with: "\r\n")
    #expect(try Snapshot(dump: windows).dump() == expected)
    let spaced = " \n" + Dumps.full.replacing(", \"", with: "\t\r\n , \n \"") + "\n \r\t"
    #expect(try Snapshot(dump: spaced).dump() == expected)
    let packed = Dumps.full.replacing("\": ", with: "\":").replacing("\n  ", with: "")
    #expect(try Snapshot(dump: packed).dump() == expected)
  }

  @Test func `with escapes in keys and in values`() throws {
    let snapshot = try Snapshot(
      dump: Dumps.of(
        #"{"\u0069d": 1, "t\u0079pe": "\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83D\uDe00", "#
          + #""state": {"\uD83D\uDE00": "a\u0000b"}, "l\u0061bel": ""}"#))
    #expect(snapshot.root.type == "\"\\/\u{8}\u{c}\n\r\té€😀")
    #expect(snapshot.root.state == [StateEntry(key: "😀", value: "a\0b")])
    #expect(snapshot.root.label == "")
  }

  @Test func `with ids of any size and order`() throws {
    let snapshot = try Snapshot(
      dump: Dumps.of(
        #"{"id": 9223372036854775807, "type": "A"}"#,
        #"{"id": 0, "parent": 9223372036854775807, "type": "B"}"#,
        #"{"id": 1, "parent": 0, "type": "C"}"#))
    #expect(snapshot.positions.map { snapshot[$0].id } == [Int.max, 0, 1])
    #expect(snapshot.position(ofID: Int.max) == 0)
    #expect(snapshot.position(ofID: 0) == 1)
    #expect(snapshot.position(ofID: 1) == 2)
    #expect(snapshot.position(ofID: 2) == nil)
    #expect(snapshot.position(ofID: -1) == nil)
  }
}
