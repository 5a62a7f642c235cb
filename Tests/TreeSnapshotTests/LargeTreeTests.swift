import Testing
import TreeSnapshot

@Suite struct `Trees of 20,000 nodes` {
  static let count = 20_000

  /// Each node is the only child of the previous one; from the leaf up if `reversed`.
  private func chain(reversed: Bool = false) throws -> Snapshot {
    var builder = SnapshotBuilder()
    for number in 1...Self.count {
      let id = reversed ? Self.count + 1 - number : number
      builder.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "Link")
    }
    return try builder.finish()
  }

  @Test func `a chain is written and read`() throws {
    let dump = try chain().dump()
    #expect(try chain(reversed: true).dump() == dump)
    let read = try Snapshot(dump: dump)
    #expect(read.count == Self.count)
    #expect(read[Self.count - 1].parent?.id == Self.count - 1)
    #expect(read.root.subtree == 0..<Self.count)
    #expect(read.dump() == dump)
  }

  @Test func `a chain is printed on lines of bounded length with the level in words`() throws {
    let text = try chain().text()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == Self.count)
    #expect(lines.map(\.count).max() ?? 0 < 300)
    let indent = String(repeating: " ", count: 3 * 64)
    #expect(String(lines[64]) == "\(indent)└─Link")
    #expect(String(lines[65])?.hasSuffix("[level 65] └─Link") == true)
    #expect(String(lines[Self.count - 1])?.hasSuffix("[level 19999] └─Link") == true)
  }

  @Test func `the part of a chain is cut at its depth`() throws {
    let part = try chain().part(from: 10_000, depth: 5_000)
    #expect(part.count == 5_001)
    #expect(part.root.id == 10_001)
    #expect(part[5_000].isLeaf)
  }

  @Test func `a chain that ends in a cycle is refused`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    for id in 2...Self.count {
      builder.addNode(id: id, parent: id == Self.count ? 2 : id + 1, type: "Link")
    }
    let error = #expect(throws: LinkError.self) { try builder.finish() }
    #expect(error?.reason.contains("its own ancestor") == true)
  }

  @Test func `a star is written, read and printed`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Sun")
    for id in 2...Self.count { builder.addNode(id: id, parent: 1, type: "Ray\(id)") }
    let snapshot = try builder.finish()
    let dump = snapshot.dump()
    let read = try Snapshot(dump: dump)
    #expect(read.dump() == dump)
    #expect(read.root.children.reduce(0) { count, _ in count + 1 } == Self.count - 1)
    let lines = read.text().utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == Self.count)
    #expect(String(lines[1]) == "   ├─Ray2")
    #expect(lines.last.flatMap(String.init) == "   └─Ray20000")
    #expect(read.text(style: .init(depth: 0)) == "──Sun  +19999 more\n")
  }
}
