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
    let check = try CompilerCheck(
      block(with: "import ModelTree\n"), in: kind, arguments: CompilerCheck.inspectorArguments)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
  }

  @Test(arguments: CompilerCheck.ModuleKind.allCases)
  func `the README's look at any object compiles`(kind: CompilerCheck.ModuleKind) throws {
    let check = try CompilerCheck(
      block(with: ".reflecting()"), in: kind, arguments: CompilerCheck.inspectorArguments)
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

  @Test(arguments: CompilerCheck.ModuleKind.allCases)
  func `the README's objects adopt the protocol without a warning`(
    kind: CompilerCheck.ModuleKind
  ) throws {
    let app = """
      enum StorageError: Int, Error { case diskFull = 28 }
      final class CarList {}
      final class TabBar { var pages: [AnyObject] = [] }
      final class CarRouter {
        var list: CarList?, editor: CarList?
        let storage = CarList()
        func show(_ error: StorageError) {}
      }
      """
    let check = try CompilerCheck(
      files: ["App.swift": app, "Inspection.swift": block(with: "import ObjectSnapshot")],
      in: kind)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
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
