import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Trees for which anything quadratic, or a recursion, would not come to an end.
@Suite(.timeLimit(.minutes(20))) struct `Differences of huge trees` {
  private func star(_ count: Int, _ type: (Int) -> String?) throws -> Snapshot {
    var builder = SnapshotBuilder()
    builder.addNode(id: 0, parent: nil, type: "Sun")
    for id in 1...count {
      if let type = type(id) { builder.addNode(id: id, parent: 0, type: type) }
    }
    return try builder.finish()
  }

  private func chain(_ count: Int, _ type: (Int) -> String) throws -> Snapshot {
    var builder = SnapshotBuilder()
    for id in 0..<count { builder.addNode(id: id, parent: id > 0 ? id - 1 : nil, type: type(id)) }
    return try builder.finish()
  }

  @Test func `of 100,000 equal siblings are how many there are fewer`() throws {
    let difference = TreeDifference(
      from: try star(100_000) { _ in "Ray" }, to: try star(99_990) { _ in "Ray" },
      matching: .shape)
    #expect(difference.summary == "10 models removed")
  }

  @Test func `of 2,000 siblings of two kinds of which few differ are those few`() throws {
    let old = try star(2_000) { $0 % 2 == 0 ? "Ray" : "Beam" }
    let new = try star(2_000) { $0 % 200 == 5 ? nil : $0 % 2 == 0 ? "Ray" : "Beam" }
    let difference = TreeDifference(from: old, to: new, matching: .shape)
    #expect(difference.summary == "10 models removed")
  }

  @Test func `of 100,000 siblings that are all different are all of them`() throws {
    let difference = TreeDifference(
      from: try star(100_000) { "Old\($0)" }, to: try star(100_000) { "New\($0)" },
      matching: .shape)
    #expect(difference.summary == "100000 models removed, 100000 added")
  }

  @Test func `of 100,000 siblings the other way around are all but one`() throws {
    for matching in [TreeDifference.Matching.shape, .identity] {
      var builder = SnapshotBuilder()
      builder.addNode(id: 0, parent: nil, type: "Sun")
      for id in (1...100_000).reversed() { builder.addNode(id: id, parent: 0, type: "Ray\(id)") }
      let difference = TreeDifference(
        from: try star(100_000) { "Ray\($0)" }, to: try builder.finish(), matching: matching)
      #expect(difference.summary == "99999 models moved")
    }
  }

  @Test func `of 100,000 siblings of three kinds in random order come to an end`() throws {
    var random = SeededGenerator(seed: 1)
    let difference = TreeDifference(
      from: try star(100_000) { _ in "Ray\(random.next(below: 3))" },
      to: try star(100_000) { _ in "Ray\(random.next(below: 3))" }, matching: .shape)
    #expect(!difference.isEmpty)
  }

  @Test func `of chains of 200,000 are what differs at their ends`() throws {
    let old = try chain(200_000) { _ in "Link" }
    let longer = TreeDifference(
      from: old, to: try chain(200_001) { _ in "Link" }, matching: .shape)
    #expect(longer.lines == ["+ Link"])
    let last = TreeDifference(
      from: old, to: try chain(200_000) { $0 < 199_999 ? "Link" : "End" }, matching: .shape)
    #expect(last.lines == ["- Link", "+ End"])
    let root = TreeDifference(
      from: old, to: try chain(200_000) { $0 > 0 ? "Link" : "Root" }, matching: .shape)
    #expect(root.lines == ["- Link", "+ Root", "> Link Link → Root +199998"])
  }

  @Test func `of chains of 200,000 that have nothing in common are all of them`() throws {
    let difference = TreeDifference(
      from: try chain(200_000) { "Old\($0)" }, to: try chain(200_000) { "New\($0)" },
      matching: .shape)
    #expect(difference.lines == ["- Old0 +199999", "+ New0 +199999"])
  }

  @Test func `of 50,000 parents that swapped their children are those children`() throws {
    func tree(_ shift: Int) throws -> Snapshot {
      var builder = SnapshotBuilder()
      builder.addNode(id: 0, parent: nil, type: "Root")
      for id in 0..<50_000 {
        builder.addNode(id: 2 * id + 1, parent: 0, type: "Parent\(id)")
        builder.addNode(
          id: 2 * id + 2, parent: 2 * id + 1, type: "Child\((id + shift) % 50_000)")
      }
      return try builder.finish()
    }
    let difference = TreeDifference(from: try tree(0), to: try tree(1), matching: .shape)
    #expect(difference.summary == "50000 models moved")
  }

  @Test func `of one model that is registered 100,000 times are the new times`() throws {
    func tree(_ codes: some Sequence<Int>) throws -> Snapshot {
      var builder = SnapshotBuilder()
      builder.addNode(id: 1, parent: nil, type: "Root")
      for code in codes {
        builder.subscribe(Subscription(kind: .error, domain: "D", code: "\(code)"))
      }
      return try builder.finish()
    }
    let difference = TreeDifference(
      from: try tree(0..<100_000), to: try tree((1...100_000).reversed()), matching: .shape)
    #expect(
      difference.lines
        == ["~ Root: no longer registered for error D.0; registered for error D.100000"])
  }
}
