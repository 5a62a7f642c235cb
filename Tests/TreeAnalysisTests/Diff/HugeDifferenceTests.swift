import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Trees for which anything quadratic, or a recursion, would take far too long.
@Suite(.timeLimit(.minutes(20))) struct `Differences of large trees` {
  private static let count = 20_000

  private func star(_ types: some Sequence<String>) throws -> Snapshot {
    var builder = SnapshotBuilder()
    builder.addNode(id: 0, parent: nil, type: "Sun")
    for (place, type) in types.enumerated() {
      builder.addNode(id: place + 1, parent: 0, type: type)
    }
    return try builder.finish()
  }

  private func chain(_ count: Int, _ type: (Int) -> String) throws -> Snapshot {
    var builder = SnapshotBuilder()
    for id in 0..<count { builder.addNode(id: id, parent: id > 0 ? id - 1 : nil, type: type(id)) }
    return try builder.finish()
  }

  @Test func `of siblings are how many there are fewer, are others, or stand the other way around`()
    throws
  {
    let rays = (1...Self.count).map { "Ray\($0)" }
    for (old, new, summary) in [
      (rays.map { _ in "Ray" }, rays.dropLast(10).map { _ in "Ray" }, "10 models removed"),
      (rays, rays.map { "New\($0)" }, "20000 models removed, 20000 added"),
      (rays, rays.reversed(), "19999 models moved"),
    ] as [([String], [String], SafeText)] {
      let difference = TreeDifference(from: try star(old), to: try star(new), matching: .shape)
      #expect(difference.summary == summary)
    }
  }

  @Test func `of siblings of two kinds of which few differ are those few`() throws {
    let all = (1...2_000).map { (place: $0, type: $0 % 2 == 0 ? "Ray" : "Beam") }
    let difference = TreeDifference(
      from: try star(all.map(\.type)), to: try star(all.filter { $0.place % 200 != 5 }.map(\.type)),
      matching: .shape)
    #expect(difference.summary == "10 models removed")
  }

  @Test func `of chains are what differs at their ends, or all of them`() throws {
    let old = try chain(Self.count) { _ in "Link" }
    for (new, lines) in [
      (try chain(Self.count + 1) { _ in "Link" }, ["+ Link"]),
      (
        try chain(Self.count) { $0 > 0 ? "Link" : "Root" },
        ["- Link", "+ Root", "> Link Link → Root +\(Self.count - 2)"]
      ),
      (try chain(Self.count) { "New\($0)" }, ["- Link +19999", "+ New0 +19999"]),
    ] {
      #expect(TreeDifference(from: old, to: new, matching: .shape).lines == lines)
    }
  }

  @Test func `of parents that swapped their children are those children`() throws {
    func tree(_ shift: Int) throws -> Snapshot {
      var builder = SnapshotBuilder()
      builder.addNode(id: 0, parent: nil, type: "Root")
      for id in 0..<5_000 {
        builder.addNode(id: 2 * id + 1, parent: 0, type: "Parent\(id)")
        builder.addNode(id: 2 * id + 2, parent: 2 * id + 1, type: "Child\((id + shift) % 5_000)")
      }
      return try builder.finish()
    }
    let difference = TreeDifference(from: try tree(0), to: try tree(1), matching: .shape)
    #expect(difference.summary == "5000 models moved")
  }
}
