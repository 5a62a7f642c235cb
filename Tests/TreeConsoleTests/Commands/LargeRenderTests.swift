import TestSupport
import Testing

/// Trees that are too large to draw, and parts of them.
@Suite struct `Drawing a large tree` {
  @Test(arguments: ["svg", "png", "pdf"])
  func `a tree that would take minutes is refused with its size and what to do`(
    format: String
  ) throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    try folder.modeltree("render", "tree.json", "-o", "tree.\(format)")
      .expectRefusal(
        "1501 models are too many to draw (the limit is 1500); fold with --depth N, "
          + "draw a part with a selector, or read the tree as text with print SELECTOR")
    #expect(folder.names == ["tree.json"])
  }

  @Test func `a part of it is drawn`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "--depth", "0", "-o", "tree.svg")
    let drawing = try folder.text(of: "tree.svg")
    outcome.expect(output: "tree.svg: 1 model, \(drawing.utf8.count) bytes\n")
    #expect(drawing.contains("+1500 more"))
  }

  @Test func `DOT is written at any size`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.dot")
    outcome.expect(output: "tree.dot: 1501 models, \(try folder.read("tree.dot").count) bytes\n")
  }

  @Test func `a drawing that takes a while is announced`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(500))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.svg")
    outcome.expect(
      output: "tree.svg: 501 models, \(try folder.read("tree.svg").count) bytes\n",
      errors: "modeltree: drawing 501 models; this may take a few seconds\n")
  }
}
