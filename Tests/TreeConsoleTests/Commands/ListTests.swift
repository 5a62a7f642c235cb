import TestSupport
import Testing

/// `--limit` and `--count`.
@Suite struct `Long lists` {
  private func run(_ words: String...) throws -> Outcome {
    let folder = try TestFolder(dump: ExamMaster.star(40))
    try folder.write(ExamMaster.star(1), to: "small.json")
    return try folder.modeltree(words)
  }

  @Test func `a limit leaves the rest out, and the line says how to see it`() throws {
    try run("find", "tree.json", "Leaf", "--limit", "2").expect(
      output: "#1  /Root/Leaf[1]\n#2  /Root/Leaf[2]\n  and 38 more; --limit all shows them\n")
    try run("find", "tree.json", "Leaf", "--limit", "1", "--json").expect(
      output: #"[{"id": 1, "type": "Leaf", "path": "/Root/Leaf[1]"}]"# + "\n")
    #expect(
      try run("find", "tree.json", "Leaf", "--limit", "all").text.split(separator: "\n").count == 40
    )
    let diff = try run("diff", "small.json", "tree.json", "--limit", "3")
    #expect(diff.status == 1)
    #expect(diff.text.hasSuffix("  and 36 more; --limit all shows them\n"))
    let show = try run("show", "tree.json", "Root", "--limit", "1")
    #expect(
      show.text.contains("  children        Leaf #1\n                  and 39 more; --limit all"))
  }

  @Test(
    arguments: [
      (["find", "tree.json", "Leaf"], "40", 0), (["diff", "small.json", "tree.json"], "39", 1),
      (["diff", "tree.json", "tree.json"], "0", 0), (["routes", "tree.json"], "0", 0),
      (["lint", "tree.json"], "0", 0),
    ] as [([String], String, Int32)])
  func `a count is the answer's number, and the status the same`(
    words: [String], count: String, status: Int32
  ) throws {
    let folder = try TestFolder(dump: ExamMaster.star(40))
    try folder.write(ExamMaster.star(1), to: "small.json")
    try folder.modeltree(words + ["--count"]).expect(status: status, output: "\(count)\n")
    try folder.modeltree(words + ["--count", "--json"])
      .expect(status: status, output: "{\"count\": \(count)}\n")
  }

  @Test(arguments: ["0", "-1", "some"])
  func `a limit is a number from 1, or all`(limit: String) throws {
    let outcome = try run("find", "tree.json", "Leaf", "--limit=\(limit)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'\(limit)' is invalid for '--limit <number>'"))
  }
}
