import Foundation
import ModelTree
import Testing
import TextIO

@testable import ModelTreeAgent
@testable import TreeLink

/// The article's ```swift blocks, except for parts of a manifest, are the file in `Articles/`.
@Suite struct `The article on reaching an app from outside` {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private func article() throws -> String {
    try String(
      contentsOf: Self.tests.appending(
        path: "../../Sources/Apps/ModelTreeAgent/ModelTreeAgent.docc/ReachAnAppFromOutside.md"),
      encoding: .utf8)
  }

  @Test func `the snippets are the file that compiles`() throws {
    let file = Self.tests.appending(path: "Articles/LibraryApp.swift")
    let blocks = try article().components(separatedBy: "\n```swift\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] + "\n" }
      .filter { !$0.hasPrefix("// Package.swift") }
    #expect(try String(contentsOf: file, encoding: .utf8) == blocks.joined(separator: "\n"))
  }

  @Test func `the wire is described as it is`() throws {
    let text = try article()
    let request =
      text.components(separatedBy: "$ echo '").dropFirst().first?
      .components(separatedBy: "'").first ?? ""
    var id: JSONText?
    #expect(try LinkRequest(Array(request.utf8), id: &id) == .hello(.current, client: "nc"))
    let answer =
      text.components(separatedBy: "\n{\"jsonrpc\"").dropFirst().first?
      .components(separatedBy: "\n").first ?? ""
    let bytes = Array("{\"jsonrpc\"\(answer)\n".utf8)
    let greeting = try JSONScanner.scan(bytes[...]) { scanner in
      try scanner.readAnswer(to: 1) { scanner, key throws(JSONFailure) -> Greeting in
        try scanner.read(key)
      }
    }
    #expect(greeting.name == "Library" && greeting.pid == 4711)
    for request in [LinkRequest.leaks, .actions, .perform(words: []), .hello(.current, client: "")]
    {
      #expect(text.contains("| `\(request.method)` |"))
    }
  }

  @Test @MainActor func `the app of the article starts`() throws {
    let app = LibraryApp()
    app.controller.start()
    #expect(app.controller.session is Library)
    let (controller, _) = explorableLibrary()
    controller.start()
    #expect(controller.session is Library)
  }
}
