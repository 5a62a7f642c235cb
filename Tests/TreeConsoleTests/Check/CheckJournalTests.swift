import Foundation
import TestSupport
import Testing

/// `modeltree check` with lines about the past.
@Suite struct `Checking a journal` {
  private static let journal = URL(filePath: #filePath)
    .appending(path: "../../../../samples/journals/exam-master-upload.journal").standardized.path()

  private func check(_ lines: String, _ words: String...) throws -> Outcome {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\n\(lines)\n", to: "past.treespec")
    return try folder.modeltree(["check", Self.journal, "past.treespec"] + words)
  }

  @Test func `what happened is checked without a tree at the end`() throws {
    #expect(try check("never unhandled\nnever slower 1 m").status == 0)
    let failed = try check("never uncaught")
    #expect(failed.status == 1)
    #expect(failed.text.contains("    was uncaught at moment 63, "))
    #expect(
      failed.text.contains("in SideMenuModel #4's handler of event AppEvent.ExamCreated, record 48")
    )
    #expect(failed.text.contains("'--at 63' looks at the tree then"))
  }

  @Test func `a tree is checked at a moment, and what happened until then`() throws {
    let lines = "never uncaught\nsome ExamCreationFlow"
    #expect(try check(lines, "--at", "47").status == 0)
    #expect(try check(lines, "--at", "62").status == 1)
    #expect(try check("never uncaught", "--at", "62").status == 0)
    #expect(try check("never uncaught", "--at", "63").status == 1)
  }

  @Test func `a dump has no past`() throws {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\nnever leaked\n", to: "past.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "past.treespec")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("past.treespec:2:1: this line is about what happened"))
  }
}
