import TestSupport
import Testing

/// Large trees, drawn with identical models folded together, and parts of them.
@Suite struct `Drawing a large tree` {
  @Test(arguments: ["svg", "png"])
  func `alike leaves are folded into one box, and the command says so`(format: String) throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.\(format)")
    outcome.expect(
      output: "tree.\(format): 1501 models, \(try folder.read("tree.\(format)").count) bytes\n",
      errors: "modeltree: 1500 alike leaves in 1 box; --boxes N draws up to N boxes\n")
  }

  @Test func `a larger budget opens all of them`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    for format in ["svg", "dot"] {
      let outcome = try folder.modeltree(
        "render", "tree.json", "--boxes", "2000", "-o", "tree.\(format)")
      outcome.expect(
        output: "tree.\(format): 1501 models, \(try folder.read("tree.\(format)").count) bytes\n")
    }
    #expect(try folder.text(of: "tree.svg").split(separator: "<g class=\"node\">").count == 1_502)
    #expect(try folder.text(of: "tree.dot").split(separator: " -> ").count == 1_501)
  }

  @Test func `a smaller budget folds what does not fit`() throws {
    let folder = try TestFolder(dump: ExamMaster.chain(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "--boxes", "100", "-o", "tree.svg")
    outcome.expect(
      output: "tree.svg: 100 models, \(try folder.read("tree.svg").count) bytes\n",
      errors: "modeltree: 1400 models folded away; --boxes N draws up to N boxes\n")
    #expect(try folder.text(of: "tree.svg").contains("+1400 more"))
  }

  @Test func `a part of it is drawn`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "--depth", "0", "-o", "tree.svg")
    let drawing = try folder.text(of: "tree.svg")
    outcome.expect(output: "tree.svg: 1 model, \(drawing.utf8.count) bytes\n")
    #expect(drawing.contains("+1500 more"))
  }

  @Test(arguments: ["pdf"])
  func `pixels that would take minutes are refused with what to do`(format: String) throws {
    let folder = try TestFolder(dump: ExamMaster.star(20_000))
    try folder.modeltree("render", "tree.json", "--boxes", "30000", "-o", "tree.\(format)")
      .expectRefusal(
        "20001 boxes are too many for \(format.uppercased()) (the limit is 20000); "
          + "write SVG, fold with --boxes N or --depth N, or draw a part with a selector")
    #expect(folder.names == ["tree.json"])
  }

  @Test func `small letters are warned of`() throws {
    let folder = try TestFolder(dump: ExamMaster.wide(800))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.png")
    outcome.expect(
      output: "tree.png: 801 models, \(try folder.read("tree.png").count) bytes\n",
      errors: """
        modeltree: warning: letters are too small to read in a PNG of this size; write SVG, \
        fold with --boxes N or --depth N, or draw a part with a selector

        """)
  }
}
