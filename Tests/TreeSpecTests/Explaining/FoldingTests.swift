import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// The omitted parts of a long tree that differs, and their numbers.
@Suite struct `Folded nodes` {
  private static func table(_ names: [String]) throws -> Snapshot {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Table")
    for (index, name) in names.enumerated() {
      builder.addNode(id: index + 2, parent: 1, type: name)
    }
    return try builder.finish()
  }

  private static func failure(_ spec: String, _ tree: Snapshot) throws -> Explanation {
    try Spec("tree-spec 1\n" + spec).check(tree).shapeExplanation()
  }

  @Test func `of many siblings that match the first and the last are shown, the others counted`()
    throws
  {
    let names = Array(repeating: "Cell", count: 40) + ["Row"] + Array(repeating: "Cell", count: 3)
    let check = try Self.failure("Table\n  Cell {43}\n", try Self.table(names))
    #expect(
      check.rows.map(\.text) == [
        "Table", "Cell", "… 38 more that match", "Cell", "Row", "Cell", "Cell", "Cell",
      ])
    #expect(check.rows.filter { $0.mark != .none }.map(\.text) == ["Row"])
  }

  @Test func `of more than 120 lines the others are counted, and all differences are kept`() throws
  {
    let names = (0..<500).map { "New\($0)" }
    let check = try Self.failure("Table\n", try Self.table(names))
    #expect(check.rows.count == 121)
    #expect(check.rows.last?.text == "… 381 more lines, 381 of them marked")
    #expect(check.problem.string.hasPrefix("500 extra "))
    #expect(check.differences.count == 500)
  }
}
