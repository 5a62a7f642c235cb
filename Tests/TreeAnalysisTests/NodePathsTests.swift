import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@Suite struct `The path of a node` {
  @Test func `is the names from the root, with a place only where it is needed`() throws {
    let snapshot = try Fixture.tree()
    let paths = NodePaths(snapshot)
    #expect(
      snapshot.positions.map { paths.path(of: $0) }.joined(separator: "\n") == ##"""
        /AppSession
        /AppSession/MainFlow
        /AppSession/MainFlow/Dashboard
        /AppSession/MainFlow/Dashboard/Cell[1]
        /AppSession/MainFlow/Dashboard/Cell[2]
        /AppSession/MainFlow/Dashboard/Header
        /AppSession/MainFlow/Dashboard/Cell[3]
        /AppSession/MainFlow/ExamCreationFlow
        /AppSession/MainFlow/ExamCreationFlow/ExamPickerModel
        /AppSession/MainFlow/ExamCreationFlow/ExamOptionsModel
        /AppSession/Side
        /AppSession/Side/MainFlow
        /AppSession/Side/MainFlow/Dashboard
        /AppSession/Side/MainFlow/Dashboard/Cell
        /AppSession/Weird\/Na\*me\[1\]\#\\\?
        /AppSession/Weird\/Na\*me\[1\]\#\\\?/\u{1b}\[31m\u{a}
        /AppSession/Weird\/Na\*me\[1\]\#\\\?/日本Model
        """##)
  }

  /// Each node as its parent's index and its name.
  static let trees: [([(Int, String)], [String])] = [
    ([(0, "R"), (0, "A"), (0, "A")], ["/R", "/R/A[1]", "/R/A[2]"]),
    // A node below only one of two twins needs no index.
    ([(0, "R"), (0, "A"), (0, "A"), (2, "B")], ["/R", "/R/A[1]", "/R/A[2]", "/R/A/B"]),
    (
      [(0, "R"), (0, "A"), (1, "B"), (0, "A"), (3, "B")],
      ["/R", "/R/A[1]", "/R/A[1]/B", "/R/A[2]", "/R/A[2]/B"]
    ),
    // The second B is the only second one; the first needs its parent's place too.
    (
      [(0, "R"), (0, "A"), (1, "B"), (0, "A"), (3, "B"), (3, "B")],
      ["/R", "/R/A[1]", "/R/A[1]/B", "/R/A[2]", "/R/A[2]/B[1]", "/R/A/B[2]"]
    ),
  ]

  @Test(arguments: trees)
  func `in a small tree`(_ nodes: [(Int, String)], _ expected: [String]) throws {
    var tree = SnapshotBuilder()
    for (index, node) in nodes.enumerated() {
      tree.addNode(id: index, parent: index == 0 ? nil : node.0, type: node.1)
    }
    let snapshot = try tree.finish()
    let paths = NodePaths(snapshot)
    #expect(snapshot.positions.map { paths.path(of: $0).string } == expected)
  }

  @Test(
    arguments: [
      RandomTree.plainNames, RandomTree.hostileNames, RandomTree.nestedNames, ["A"],
    ])
  func `leads back to it alone`(_ names: [String]) throws {
    for seed in 0..<60 {
      let snapshot = try RandomTree(names: names).snapshot(seed: UInt64(seed))
      let paths = NodePaths(snapshot)
      for position in snapshot.positions {
        let path = paths.path(of: position).string
        #expect(try Selector(path).matches(in: snapshot) == [position], "\(path), seed \(seed)")
        #expect(SafeText(path).string == path)
      }
    }
  }

  @Test(arguments: [RandomTree.plainNames, ["A"], ["A", "B"]])
  func `has no place that could be left out, in small trees`(_ names: [String]) throws {
    for seed in 0..<100 {
      let snapshot = try RandomTree(count: 1...12, names: names).snapshot(seed: UInt64(seed))
      let paths = NodePaths(snapshot)
      for position in snapshot.positions {
        let segments = paths.path(of: position).string.split(separator: "/")
        for index in segments.indices {
          guard let bracket = segments[index].firstIndex(of: "[") else { continue }
          var shorter = segments
          shorter[index] = shorter[index][..<bracket]
          let path = "/" + shorter.joined(separator: "/")
          #expect(try Selector(path).matches(in: snapshot).count > 1, "\(path), seed \(seed)")
        }
      }
    }
  }

  @Test func `in a star of alike nodes and down a long chain`() throws {
    var star = SnapshotBuilder()
    for id in 1...20_000 { star.addNode(id: id, parent: id == 1 ? nil : 1, type: "A") }
    let paths = NodePaths(try star.finish())
    #expect(paths.path(of: 19_999) == "/A/A[19999]")
    var chain = SnapshotBuilder()
    for id in 1...20_000 { chain.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "A") }
    #expect(
      NodePaths(try chain.finish()).path(of: 19_999).string
        == String(repeating: "/A", count: 20_000))
  }

  @Test func `is shortened to the name and the id where it is too long to be read`() throws {
    var chain = SnapshotBuilder()
    for id in 1...30 { chain.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "A") }
    let paths = NodePaths(try chain.finish())
    #expect(paths.shortPath(of: 1) == "/A/A")
    #expect(paths.shortPath(of: 29) == "A #30")
  }
}
