import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// The comment above a line says why it is there: where the line fails, it is shown.
@Suite struct `Comments in failures` {
  private static func text(_ lines: String) throws -> String {
    let spec = try Spec("tree-spec 1\n" + lines, name: "a.treespec")
    return try ResultText(spec.check(`Patching a spec`.tree("R(A B)")), tree: "a.json").plain
  }

  @Test func `stand above the line that fails`() throws {
    #expect(
      try Self.text(
        """
        # the root
        R
          # not above
          A

          # first
          # second
          Missing
          B
        # far

        # Nobody is alone.
        limit nodes < 2
        """) == """
          FAIL  a.treespec on a.json: 2 of 2 checks failed

            line 3  tree
              1 missing (children: exact unordered; attributes: named)

                R
                  A
                  # first
                  # second
              -   Missing   missing, line 9
                  B

            line 14  limit nodes < 2
              # Nobody is alone.
              nodes is 3


          """)
  }

  @Test func `are cut to the last lines`() throws {
    let comment = (1...9).map { "# \($0)\n" }.joined()
    let text = try Self.text("R\n  ...\n\(comment)limit nodes < 2\n")
    #expect(text.contains("\n    # 5\n    # 6\n    # 7\n    # 8\n    # 9\n"))
    #expect(!text.contains("# 4"))
  }
}
