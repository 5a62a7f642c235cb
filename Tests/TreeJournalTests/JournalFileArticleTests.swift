import Foundation
import TestSupport
import Testing

/// The article on the file of a journal.
@Suite struct `The article on a journal's file` {
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The blocks of code in a language, with the plain block that follows the first of them, if any.
  private func blocks(_ language: String) throws -> [(code: String, output: String?)] {
    let path = Self.root + "/Sources/Tree/TreeJournal/TreeJournal.docc/JournalFile.md"
    let parts = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).compactMap { place in
      guard parts[place].hasPrefix(language + "\n") else { return nil }
      let next = place + 2 < parts.count && parts[place + 2].hasPrefix("\n") ? parts[place + 2] : nil
      return (String(parts[place].dropFirst(language.count + 1)), next.map { String($0.dropFirst()) })
    }
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Self.root + "/samples/journals/exam-master-upload.journal",
      toPath: folder.path(of: "app.journal"))
    return folder
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func `jq answers as it says`() throws {
    let folder = try folder()
    let blocks = try blocks("sh")
    #expect(blocks.count == 3)
    for block in blocks {
      let outcome = try ChildProcess.run(
        ["/bin/sh", "-c", block.code], environment: ["PATH": "/usr/bin:/bin"],
        directory: folder.path)
      #expect(outcome.errors == "")
      #expect(outcome.text == block.output)
    }
  }

  /// A Python with DuckDB, which `tools/test` prepares.
  private static let python = ProcessInfo.processInfo.environment["MODELTREE_FLEET_PYTHON"] ?? ""

  @Test(.enabled(if: !python.isEmpty))
  func `DuckDB answers the same`() throws {
    let folder = try folder()
    let outputs = try blocks("sh").map { try #require($0.output) }
    for (block, output) in zip(try blocks("sql"), outputs) {
      let program = """
        import duckdb
        for row in duckdb.sql('''\(block.code)''').fetchall(): print(*row)
        """
      let outcome = try ChildProcess.run(
        [Self.python, "-c", program], environment: [:], directory: folder.path)
      #expect(outcome.errors == "")
      func numbers(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.filter(\.isNumber) }
      }
      #expect(numbers(outcome.text) == numbers(output))
    }
  }
}
