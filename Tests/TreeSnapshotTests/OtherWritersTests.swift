import TestSupport
import Testing
import TreeSnapshot

/// A dump reads the same, or is refused with the same words, however its text is laid out and whatever
/// white space follows it.
@Suite struct `A dump that is written in another way` {
  private typealias Outcome = Result<String, DumpError>

  private func outcome(_ dump: String) -> Outcome {
    Result { () throws(DumpError) in
      String(decoding: try Snapshot(dump: dump).dump(.oneLine), as: UTF8.self)
    }
  }

  /// White space that may follow a dump.
  private let room = String(repeating: " ", count: 100)

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `means the same with its members in any order and spaces between them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let message = [
      ("kind", random.pick(["\"error\"", "\"bubble\"", "\"event\"", "\"e\\u0076ent\""])),
      ("domain", "\"Domain\""), ("code", "\"101\""), ("label", "\"\\u0061\""),
      ("source", "\"A.swift:1\""),
    ]
    func object(_ members: [(String, String)], _ random: inout SeededGenerator) -> String {
      // As most writers write it, or not.
      let (comma, colon) =
        random.chance(1, in: 2)
        ? (", ", ": ") : (random.pick([",", " ,\n", ",\t\t "]), random.pick([":", " : "]))
      var members = members
      switch random.next(below: 3) {
      case 0: members.shuffle(using: &random)
      case 1: members = [members[0]] + members.dropFirst().shuffled(using: &random)
      default: break
      }
      return "{" + members.map { "\"\($0)\"\(colon)\($1)" }.joined(separator: comma) + "}"
    }
    let lists = "[\(object(message, &random))]"
    let child = object(
      [
        ("id", "\(2 + random.next(below: 1 << random.next(below: 40)))"), ("parent", "1"),
        ("type", "\"Child\""), ("label", "\"second\""), ("representation", "\"Screen\""),
        ("handles", lists), ("raises", lists), ("source", "\"B.swift:2\""),
        ("state", "{\"a\": \"1\", \"b\": \"2\"}"), ("kind", "\"x\""), ("domain", "\"y\""),
      ], &random)
    let root = object(
      [("id", "1"), ("type", "\"Root\""), ("session", "true"), ("services", "[\"S\"]")], &random)
    let dump = Dumps.of(root, child)
    let read = try outcome(dump).get()
    #expect(outcome(dump + room) == .success(read))
    // The usual form was written.
    #expect(outcome(read) == .success(read))
    #expect(
      read.contains("\"type\": \"Child\", \"label\": \"second\", \"representation\": \"Screen\""))
    #expect(read.contains("\"code\": \"101\", \"label\": \"a\", \"source\": \"A.swift:1\""))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `and is damaged is refused with the same words wherever it ends`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(Dumps.full.utf8)
    for _ in 0...random.next(below: 3) {
      let place = random.next(below: bytes.count)
      switch random.next(below: 3) {
      case 0: bytes[place] ^= 1 << UInt8(random.next(below: 7))
      case 1: bytes.remove(at: place)
      default:
        let words = [
          "\"id\": 1, ", "0", "1", " ", "\"", "\\", "\u{7f}", "\u{1b}", "\"type\":", "é",
        ]
        bytes.insert(contentsOf: random.pick(words).utf8, at: place)
      }
    }
    let dump = String(decoding: bytes, as: UTF8.self)
    #expect(outcome(dump) == outcome(dump + room))
  }

  @Test(arguments: [
    "\"parent\": 1", "\"type\": \"A\"", "\"label\": \"a\"", "\"source\": \"a\"",
    "\"representation\": \"a\"", "\"raises\": []", "\"state\": {}",
  ])
  func `has no key twice`(member: String) {
    let node = member.contains("type") ? "{\"id\": 7" : "{\"id\": 7, \"type\": \"A\""
    let key = member.prefix { $0 != ":" }.dropFirst().dropLast()
    let words = "line 1: model 7: one object has '\(key)' twice; keep one"
    let dump = Dumps.of("\(node), \(member), \(member)}")
    #expect(throws: DumpError.self) { try outcome(dump + room).get() }
    if case .failure(let error) = outcome(dump + room) { #expect("\(error)" == words) }
    #expect(outcome(dump) == outcome(dump + room))
  }

  @Test(arguments: ["kind", "domain", "code", "label", "source"])
  func `has no key of a message twice`(key: String) {
    let keys = ["kind", "domain", "code", "label", "source"]
    let members = keys.map { "\"\($0)\": \"error\"" }
    for place in keys.indices {
      var twice = members
      twice.insert("\"\(key)\": \"error\"", at: place)
      let dump = Dumps.ofNode("\"handles\": [{\(twice.joined(separator: ", "))}]")
      let words = "line 1: model 7: one object has '\(key)' twice; keep one"
      if case .failure(let error) = outcome(dump + room) {
        #expect("\(error)" == words)
      } else {
        Issue.record("\(dump) was read")
      }
    }
  }

  /// Bytes of a string are compared eight at a time.
  @Test(arguments: 0..<50)
  func `has strings of any length, with anything at their end`(length: Int) throws {
    let plain = String(repeating: "a", count: length)
    for (written, read) in [
      ("", ""), ("\u{7f}", "\u{7f}"), ("é", "é"), ("\\\"", "\""), ("\\u00e9", "é"),
      ("\u{1F600}", "\u{1F600}"),
    ] {
      for behind in ["", "b", "bcdefghijklmnopqrstuvwxyz"] {
        let dump = Dumps.of(#"{"id": 1, "type": "A", "label": "\#(plain)\#(written)\#(behind)"}"#)
        let label = try Snapshot(dump: dump + room)[0].label
        #expect(label.map { Array($0.utf8) } == Array((plain + read + behind).utf8))
      }
    }
    let control = Dumps.of("{\"id\": 1, \"type\": \"\(plain)\u{1}\"}")
    #expect(outcome(control) == outcome(control + room))
    #expect(throws: DumpError.self) { try outcome(control).get() }
  }

  /// Names are hashed in words of sixteen, eight and four bytes.
  @Test(arguments: 1..<70)
  func `has one name however it is written, and others that begin with it`(length: Int) throws {
    let plain = String(String(repeating: "abcdefghij", count: 7).prefix(length))
    let labels = [
      plain, "\\u0061" + plain.dropFirst(), plain + "\\u0000", plain + "\\u0000\\u0000",
      String(plain.dropLast()), plain + "a", plain,
    ]
    let nodes = labels.enumerated().map {
      let parent = $0 == 0 ? "" : ", \"parent\": 1"
      return "{\"id\": \($0 + 1)\(parent), \"type\": \"A\", \"label\": \"\($1)\"}"
    }
    let dump = """
      {"format": "model-tree", "version": 1, "nodes": [\(nodes.joined(separator: ", "))]}
      """
    for text in [dump, dump + room] {
      let snapshot = try Snapshot(dump: text)
      let symbols = snapshot.columns.nodes.fixed.map(\.label)
      #expect(symbols[0] == symbols[1] && symbols[0] == symbols[6])
      #expect(Set(symbols).count == 5)
      #expect(snapshot.columns.symbols.find(plain) == symbols[0])
      #expect(snapshot[3].label == plain + "\0\0")
      #expect(snapshot[4].label == String(plain.dropLast()))
    }
  }

  @Test(arguments: [
    0, 1, 9, 10, 999_999, 9_999_999, 10_000_000, 99_999_999, 100_000_000, 4_294_967_296,
    123_456_789_012_345_678, Int.max,
  ])
  func `has ids of any length`(id: Int) throws {
    for behind in [",", " ,", "\n,"] {
      let dump = Dumps.of("{\"id\": \(id)\(behind) \"type\": \"A\"}")
      #expect(try Snapshot(dump: dump + room)[0].id == id)
    }
  }

  @Test(arguments: [
    "01", "00", "-1", "1.0", "1e3", "12345678.5", "9223372036854775808", "1a", "\"1\"", "1 2",
  ])
  func `has no id that is no whole number`(id: String) {
    let dump = Dumps.of("{\"id\": \(id), \"type\": \"A\"}")
    #expect(outcome(dump) == outcome(dump + room))
    #expect(throws: DumpError.self) { try outcome(dump).get() }
  }

  @Test func `has many names`() throws {
    let count = 40_000
    var nodes = ["{\"id\": 1, \"type\": \"A\"}"]
    for id in 2...count {
      nodes.append(
        "{\"id\": \(id), \"parent\": 1, \"type\": \"T\(id % 97)\", \"label\": \"\(id / 3)\"}")
    }
    let dump = """
      {"format": "model-tree", "version": 1, "nodes": [\(nodes.joined(separator: ",\n"))]}
      """
    let snapshot = try Snapshot(dump: dump)
    let wrong = (2...count).first {
      snapshot[$0 - 1].type != "T\($0 % 97)" || snapshot[$0 - 1].label != "\($0 / 3)"
    }
    #expect(wrong == nil)
  }
}
