import Foundation
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// A file of version 1, and what the release that wrote it said of it.
@Suite struct `A journal of version 1` {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Version1")

  private func read() throws -> JournalContents {
    try JournalContents(contentsOfFile: folder.appending(path: "app.journal").path())
  }

  private func kept(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func `has the records that it had`() throws {
    let contents = try read()
    let lines = contents.records.compactMap { contents[$0].map { $0.json.string + "\n" } }
    #expect(lines.joined() == (try kept("app.jsonl")))
  }

  @Test(arguments: [40, 63])
  func `has the trees that it had`(moment: Int) throws {
    let snapshot = try read().snapshot(at: moment)
    let text = snapshot.text(options: PrintOptions(rawValue: 511 - 32))
    #expect(text == (try kept("print-\(moment).txt")))
  }
}
