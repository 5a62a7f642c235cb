import Foundation
import TestSupport
import Testing
import TreeSnapshot

/// What answers cost, counted in the instructions that the command takes on trees of growing size.
///
/// From a size to twice the size, the instructions grow by so many. From there to twice as many again
/// they grow by twice that where the cost is linear, and by four times where it is the square.
@Suite(.enabled(if: Tool.isInstalled("valgrind")))
struct `Answers on growing trees` {
  private static let shapes: [GeneratedTree.Shape] = [.wide, .deep, .alike, .different]
  /// `MODELTREE_STEPS` sets the first size: the larger, the smaller the costs beyond linear that are
  /// seen, and the longer it takes.
  private static let sizes: [Int] = {
    let first = ProcessInfo.processInfo.environment["MODELTREE_STEPS"].flatMap { Int($0) } ?? 100
    return [first, 2 * first, 4 * first]
  }()

  private static let questions = [
    ["find", "[leaf]"], ["routes", "--limit", "all"], ["lint", "--all"],
    ["trace", "error", "Unknown.code", "--from", "#7"],
  ]

  @Test(arguments: shapes, questions)
  func `take steps in proportion`(shape: GeneratedTree.Shape, question: [String]) throws {
    let counts = try Self.sizes.map { size in
      let dump = try GeneratedTree(shape, count: size).snapshot().dump()
      let folder = try TestFolder(dump: String(decoding: dump, as: UTF8.self))
      var arguments = question
      arguments.insert("tree.json", at: 1)
      return try Self.instructions(arguments, in: folder)
    }
    let (first, second) = (counts[1] - counts[0], counts[2] - counts[1])
    #expect(first > 0)
    #expect(Double(second) < 2.6 * Double(first), "\(counts)")
  }

  @Test func `of a spec with deep lines on a chain take steps in proportion`() throws {
    let counts = try Self.sizes.map { size in
      var tree = SnapshotBuilder()
      for id in 1...size { tree.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "Link") }
      let folder = try TestFolder(dump: String(decoding: tree.finish().dump(), as: UTF8.self))
      let lines = (0..<8).map { String(repeating: "  ", count: $0) + "Link" }
      try folder.write(
        (["tree-spec 1", "default children: deep"] + lines).joined(separator: "\n"),
        to: "chain.treespec")
      return try Self.instructions(["check", "tree.json", "chain.treespec"], in: folder)
    }
    let (first, second) = (counts[1] - counts[0], counts[2] - counts[1])
    #expect(first > 0)
    #expect(Double(second) < 2.6 * Double(first), "\(counts)")
  }

  /// How many instructions the command takes.
  private static func instructions(_ arguments: [String], in folder: TestFolder) throws -> Int {
    let outcome = try ChildProcess.run(
      [
        "/usr/bin/env", "valgrind", "--tool=cachegrind", "--cache-sim=no",
        "--cachegrind-out-file=/dev/null", TestFolder.executable(),
      ] + arguments, environment: folder.environment(), directory: folder.path)
    let line = outcome.errors.split(separator: "\n").first { $0.contains("I refs:") }
    let count = line.flatMap { $0.split(separator: " ").last }.map { $0.filter(\.isNumber) }
    return try #require(count.flatMap { Int($0) }, "\(outcome.errors.suffix(500))")
  }
}
