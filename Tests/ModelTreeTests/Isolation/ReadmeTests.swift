import Foundation
import TestSupport
import Testing

@Suite nonisolated struct `The README` {
  private func readme() throws -> String {
    try String(contentsOfFile: "\(Tool.packageFolder)/README.md", encoding: .utf8)
  }

  /// The README's block of Swift that has this in it.
  private func block(with text: String) throws -> String {
    let blocks = try readme().components(separatedBy: "```swift\n").dropFirst()
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
    let links = try readme().matches(of: /\]\(([^)#]+)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: "\(Tool.packageFolder)/\(link)"), "\(link)")
    }
  }

  @Test func `the README fits on a screen or two`() throws {
    #expect(try readme().split(whereSeparator: \.isWhitespace).count < 700)
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
