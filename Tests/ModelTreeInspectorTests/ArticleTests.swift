import Foundation
import ModelTree
import Testing
import TreeJournal
import TreeSnapshot

@testable import LiveTree
@testable import ModelTreeInspector

/// The article's ```swift blocks make the file in `Articles/`; the ```text block is what they print.
@Suite struct `The article on inspecting a running app` {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private func blocks(_ language: String) throws -> [String] {
    let article = Self.tests.appending(
      path: "../../Sources/Command/ModelTreeInspector/ModelTreeInspector.docc/InspectARunningApp.md"
    )
    return try String(contentsOf: article, encoding: .utf8)
      .components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] + "\n" }
  }

  @Test func `the snippets are the file that compiles`() throws {
    let file = Self.tests.appending(path: "Articles/LibraryPrompt.swift")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == blocks("swift").joined(separator: "\n"))
  }

  @Test @MainActor func `the action and the tree are those that it shows`() async throws {
    let library = Library()
    library.open()
    let tree = AttachedTree(
      name: "Library",
      actions: [
        Inspector.Action("lend TITLE", help: "Lends a book.") { words in
          try library.lend(words[0])
          return "lent \(words[0])"
        }
      ]
    ) { library }
    let answer = try tree.perform("lend", ["Emma"])
    let snapshot = try await inspector(of: library).snapshot()
    let shown = """
      \(answer.answer)
      lend took a while

      + /Library/Book added
      \(snapshot.text())
      """
    #expect(
      try blocks("text").map { $0.replacing(/took [0-9.]+ µs/, with: "took a while") } == [shown])
    #expect(throws: RefusedError.self) { try tree.perform("lend", []) }
    let error = #expect(throws: IsLent.self) { try tree.perform("lend", ["Emma"]) }
    #expect(error?.description == "'Emma' is lent already")
  }
}
