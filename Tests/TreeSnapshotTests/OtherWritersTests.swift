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

  @Test(arguments: 0..<80 as Range<UInt64>)
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

  @Test(arguments: 0..<150 as Range<UInt64>)
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

  /// Names are hashed in words of sixteen, eight and four bytes.
  @Test(arguments: [1, 4, 8, 15, 16, 17, 33, 69])
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
}
