import Foundation
import Testing

@Suite nonisolated struct `The README` {
  /// The README's block of Swift that has this in it.
  private func block(with text: String) throws -> String {
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    return try #require(blocks.first { $0.contains(text) })
  }

  @Test(arguments: CompilerCheck.ModuleKind.allCases)
  func `the README's program compiles`(kind: CompilerCheck.ModuleKind) throws {
    let check = try CompilerCheck(block(with: "import ModelTree\n"), in: kind)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
  }

  @Test(arguments: CompilerCheck.ModuleKind.allCases)
  func `the README's agent compiles`(kind: CompilerCheck.ModuleKind) throws {
    let lines = try block(with: "Agent(")
    let check = try CompilerCheck(
      """
      import ModelTreeAgent
      import TreeObjects
      final class Router {}
      @MainActor func listen(for router: Router) throws {
      \(lines)
        _ = agent
      }
      """, in: kind)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
  }

  @Test func `the README links files that exist`() throws {
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    let links = readme.matches(of: /\]\(([^)#]+)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links {
      let file = packageFolder.appending(path: link)
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(link)")
    }
  }

  @Test func `the README fits on a screen or two`() throws {
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.split(whereSeparator: \.isWhitespace).count < 700)
  }

  @Test func `an adopter that misses what it means to answer is warned`() throws {
    let check = try CompilerCheck(
      """
      import TreeObjects
      final class CarRouter {}
      extension CarRouter: Inspectable {
        var inspectedChildren: [AnyObject?] { [] }
        var inspectedLabel: String { "cars" }
      }
      """)
    #expect(check.diagnostics.contains("'inspectedLabel' nearly matches defaulted requirement"))
  }
}
