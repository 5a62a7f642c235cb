import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func `the README's program compiles`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let program = try #require(blocks.first { $0.contains("import ModelTreeInspector") })
    // The inspector's C libraries, which the package manager would name.
    let maps = ["CGraphviz", "CEditLine"].flatMap { module in
      let map = root.appending(path: "Sources/\(module)/module.modulemap").path()
      return ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    let check = try CompilerCheck(program, arguments: maps)
    #expect(check.isAccepted, "\(check.diagnostics)")
  }
}
