import Foundation
import TestSupport
import Testing
import TreeSnapshot

/// A long dump whose text is there, or in a file, is read in parts by several threads; one that comes in, by one
/// thread from its beginning to its end. All must read the same, or refuse it with the same words.
@Suite struct `A long dump that is read in parts` {
  private func dump(_ shape: GeneratedTree.Shape, seed: UInt64) throws -> [UInt8] {
    try GeneratedTree(shape, count: 6_000, seed: seed).snapshot().dump()
  }

  private typealias Outcome = Result<[UInt8], DumpError>

  private func inParts(_ bytes: [UInt8]) throws -> Outcome {
    let outcome = Result { () throws(DumpError) in try Snapshot(dump: bytes).dump() }
    #expect(try fromFile(bytes) == outcome)
    return outcome
  }

  private func fromFile(_ bytes: [UInt8]) throws -> Outcome {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "tree.json")
    try Data(bytes).write(to: URL(filePath: path))
    do throws(DumpFileError) {
      return .success(try Snapshot(contentsOfFile: path).dump())
    } catch {
      guard case .dump(path, let error) = error else { throw error }
      return .failure(error)
    }
  }

  private func atOnce(_ bytes: [UInt8]) -> Outcome {
    Result { () throws(DumpError) in
      try bytes.withUnsafeBufferPointer { bytes throws(DumpError) in
        var end = 0
        return try Snapshot(dumpAtStartOf: bytes, supply: nil, end: &end, release: { _ in }).dump()
      }
    }
  }

  /// The text with something else in place of each of some words.
  private func text(_ bytes: [UInt8], _ words: KeyValuePairs<String, String>) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for (word, other) in words { text = text.replacingOccurrences(of: word, with: other) }
    return Array(text.utf8)
  }

  @Test(arguments: GeneratedTree.Shape.allCases)
  func `is what was written`(shape: GeneratedTree.Shape) throws {
    let dump = try dump(shape, seed: 3)
    #expect(try inParts(dump) == .success(dump))
  }

  @Test(
    arguments: [
      // Of other writers: without spaces, with more of them, with a line for each member.
      [", ": ",", ": ": ":"],
      ["{\"id\"": "  {\t \"id\" ", "}": " }\n"],
      [", \"": ",\n\"", "{\"id\"": "{\n\"id\""],
      // No node begins with its id.
      ["{\"id\"": "{\"x\": {}, \"id\""],
      // What looks like a node and is none: in names, and within what nobody reads.
      ["\"type\": \"": "\"x\": [{\"id\": 1}, {\"id\": {\"id\": []}}], \"type\": \""],
      ["\"label\": \"": "\"label\": \"{\\\"id\\\": 7, {'id': "],
      // Names whose bytes are not those of the text.
      [
        "\"type\": \"": "\"type\": \"\\u00e9\\ud83d\\ude00\\n",
        "\"source\": \"": "\"source\": \"\\/",
      ],
      // States with a second key, and with the same once more in other letters.
      ["\"state\": {": "\"state\": {\"a\": \"1\", \"\\u0062\": \"2\", "],
    ] as [KeyValuePairs<String, String>])
  func `is what it is at once`(words: KeyValuePairs<String, String>) throws {
    for shape in [GeneratedTree.Shape.app, .different] {
      let dump = text(try dump(shape, seed: 5), words)
      let outcome = try inParts(dump)
      #expect(outcome == atOnce(dump))
      #expect(throws: Never.self) { try outcome.get() }
    }
  }

  @Test func `may have a node as long as many parts`() throws {
    var text = text(try dump(.app, seed: 1), [:])
    let place = try #require(String(decoding: text, as: UTF8.self).range(of: "{\"id\": 3000,"))
    let long = "{\"x\": \"" + String(repeating: "{'id'", count: 200_000) + "\", \"id\": 3000,"
    var string = String(decoding: text, as: UTF8.self)
    string.replaceSubrange(place, with: long)
    text = Array(string.utf8)
    #expect(try inParts(text) == atOnce(text))
    #expect(throws: Never.self) { try inParts(text).get() }
  }

  @Test func `may hold what looks like nodes where nobody reads it`() throws {
    let nodes = try #require(
      String(decoding: dump(.app, seed: 1), as: UTF8.self).split(separator: "\"nodes\": ").last)
    let dump = Array(
      """
      {"format": "model-tree", "version": 1, "nodes": [{"type": "A", "x": {"y": \(nodes), "id": 1}]}
      """.utf8)
    let outcome = try inParts(dump)
    #expect(outcome == atOnce(dump))
    #expect(try Snapshot(dump: outcome.get()).count == 1)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `and is damaged somewhere is refused with the same words`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try dump(seed % 2 == 0 ? .app : .different, seed: 2)
    for _ in 0...random.next(below: 2) {
      let place = random.next(below: bytes.count)
      switch random.next(below: 4) {
      case 0: bytes[place] ^= 1 << UInt8(random.next(below: 8))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 9)))
      case 2: bytes.removeSubrange(place...)
      default:
        let words = ["{\"id\": 5", "]", "}, {", "\"", "\n\n", "{\"id\": 1, \"type\": \"A\"},"]
        bytes.insert(contentsOf: words[random.next(below: words.count)].utf8, at: place)
      }
    }
    #expect(try inParts(bytes) == atOnce(bytes))
  }

  @Test func `and has a fault between its nodes names the line`() throws {
    let dump = text(try dump(.different, seed: 4), ["{\"id\": 3000,": "\n{\"id\": 7,"])
    #expect(try inParts(dump) == atOnce(dump))
    #expect(throws: DumpError.self) { try inParts(dump).get() }
  }

  @Test func `may have its nodes anywhere`() throws {
    let dump = String(decoding: try dump(.different, seed: 6), as: UTF8.self)
    let place = try #require(dump.range(of: "\"nodes\": "))
    let nodes = dump[place.lowerBound...(try #require(dump.lastIndex(of: "]")))]
    let format = "\"format\": \"model-tree\""
    let version = "\"version\": 1"
    let messages = #""messages": [{"kind": "error", "domain": "Late", "code": "1"}]"#
    for members in [
      [String(nodes), messages, version, format], [messages, format, version, String(nodes)],
      [format, version, String(nodes), messages, "\"name\": \"late\""],
    ] {
      let bytes = Array("{\(members.joined(separator: ", "))}".utf8)
      #expect(try inParts(bytes) == atOnce(bytes))
      #expect(try Snapshot(dump: bytes).count == 6_000)
    }
  }

  @Test func `may be longer than what is kept of it`() throws {
    // So long that the text of parts that were taken is freed while others are read.
    let dump = try GeneratedTree(.app, count: 50_000).snapshot().dump()
    #expect(try inParts(dump) == .success(dump))
    let part = Array(dump.prefix(dump.count - 300_000))
    #expect(throws: DumpError.self) { try inParts(part).get() }
    #expect(try inParts(part) == atOnce(part))
  }
}
