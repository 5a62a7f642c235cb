import TestSupport
import Testing

/// Large trees, drawn with identical models folded together, and parts of them.
@Suite struct `Drawing a large tree` {
  @Test func `alike leaves are folded into one box, and the command says so`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1_500))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.svg")
    outcome.expect(
      output: "", errors: "modeltree: 1500 alike leaves in 1 box; --boxes N draws up to N boxes\n")
  }

  @Test func `small letters are warned of`() throws {
    let folder = try TestFolder(dump: ExamMaster.tall(150))
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.png")
    outcome.expect(
      output: "",
      errors: """
        modeltree: warning: letters are too small to read in a PNG of this size; write SVG, \
        fold with --boxes N or --depth N, or draw a part with a selector

        """)
  }
}
