import Foundation
import TestSupport
import Testing
import TreeSnapshot
import TreeSpec

@Suite struct `Formatting a spec` {
  private func formatted(_ text: String) throws -> String { try Spec(text).formatted }

  @Test func `levels are two spaces, and comments belong to the line below`() throws {
    let text = """
      # The start.

      tree-spec 1 "a  b"  \u{20}
      default children: contains


      # The app.
      App [session]   # the root
          # Where a person
          # begins.
          Flow
                Cell {2}

                Menu
          # Nothing below.
      # Who handles it.
      error Net.1 from ** =>  App


      """
    let expected = """
      # The start.

      tree-spec 1 "a  b"
      default children: contains

      # The app.
      App [session]   # the root
        # Where a person
        # begins.
        Flow
          Cell {2}

          Menu
      # Nothing below.
      # Who handles it.
      error Net.1 from ** =>  App

      """
    #expect(try formatted(text) == expected)
  }

  @Test func `dots and trees that always hold are indented, too, and line ends stay`() throws {
    let text = "tree-spec 1\r\nApp\r\n    Flow\r\n    ...\r\nalways\r\n     App\r\n        ...\r\n"
    #expect(
      try formatted(text)
        == "tree-spec 1\r\nApp\r\n  Flow\r\n  ...\r\nalways\r\n  App\r\n    ...\r\n")
  }

  @Test func `formatting the specs of the samples changes nothing`() throws {
    let samples = URL(filePath: #filePath).appending(path: "../../../../samples").standardized
    var count = 0
    for app in ["Cars", "Chat", "ExamMaster", "Profile"] {
      let folder = samples.appending(path: "\(app)/specs")
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(try formatted(text) == text, "\(file)")
        count += 1
      }
    }
    #expect(count > 15)
  }

  @Test(arguments: 0..<100)
  func `a formatted spec is the same spec, and formatting it again changes nothing`(seed: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let tree = try NestedTree.random(&random, names: RandomTree.hostileNames).snapshot()
    let written = try SpecWriter(tree).write(title: "x")
    // The same tree, indented by three, with comments and empty lines.
    var messy = ""
    for line in written.split(separator: "\n") {
      let spaces = line.prefix { $0 == " " }.count
      if random.chance(1, in: 3) { messy += "# about it\n" }
      messy += String(repeating: " ", count: spaces / 2 * 3) + line.dropFirst(spaces)
      messy += random.chance(1, in: 3) ? "  \n\n\n" : "\n"
    }
    let once = try formatted(messy)
    #expect(try formatted(once) == once)
    #expect(try Spec(once).check(tree).isPassed)
  }
}
