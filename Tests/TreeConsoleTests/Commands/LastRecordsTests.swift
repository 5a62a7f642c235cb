import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// The last records of a journal are read from its end, and are those of the whole.
@Suite @MainActor struct `The last records` {
  private enum Shop: Int, BubbleNotificationName { case open = 1, close }
  private enum Feed: String, GlobalEventName { case changed }

  /// Models that come and go, raise in handlers, and stay alive, in a journal with several checkpoints.
  private func record(_ journal: Journal, seed: UInt64, steps: Int) throws {
    var random = SeededGenerator(seed: seed)
    let session = Session()
    session.record(in: journal)
    session.register(for: Shop.open) { [unowned session] _ in session.raise(Feed.changed) }
    var (models, left): ([Model], [Model]) = ([], [])
    for _ in 0..<steps {
      switch random.next(below: 20) {
      case 0...5:
        let model = Model(parent: models.randomElement(using: &random) ?? session)
        model.register(for: Feed.changed) { [unowned model] _ in model.raise(Shop.close) }
        models.append(model)
      case 6...9:
        guard let model = models.randomElement(using: &random) else { break }
        model.removeFromParent()
        models.removeAll { $0.session == nil }
        // Some models outlive their place, and raise messages.
        if random.chance(1, in: 5) { left.append(model) }
      case 10: left.randomElement(using: &random)?.raise(Shop.open)
      default: models.randomElement(using: &random)?.raise(Shop.open)
      }
    }
  }

  @Test(arguments: 1...6)
  func `they are told as the whole journal tells them`(seed: Int) throws {
    let folder = try TestFolder()
    let bytes = 40_000 * (seed % 3 + 1)
    let journal = try Journal(bytes: bytes, file: folder.path(of: "app.journal"))
    try record(journal, seed: UInt64(seed), steps: 120 * seed)
    func lines(_ words: String...) throws -> [Substring] {
      try folder.modeltree(["journal", "app.journal"] + words).text.split(separator: "\n")
    }
    let all = try lines("--limit", "all", "--json")
    let first = try #require(all.first?.prefix { $0 != "," }.split(separator: " ").last)
    for limit in [1, 7, 50] {
      #expect(try lines("--limit", "\(limit)", "--json") == all.suffix(limit))
    }
    // What is filtered is looked for in the whole.
    let whole = try lines("--limit", "40", "--since", "\(first)")
    let last = try lines("--limit", "40")
    let (record, remark) = (last.filter(isRecord), last.filter { !isRecord($0) })
    #expect(record == whole.filter(isRecord))
    let earlier = "\(all.count - 40) earlier records"
    #expect(remark.contains { $0.hasPrefix(earlier) } || all.count <= 40, "\(remark)")
  }

  private func isRecord(_ line: Substring) -> Bool { !line.contains("earlier record") }

  @Test func `what was not read is said`() throws {
    let folder = try TestFolder()
    let session = Session()
    session.record(in: try Journal(bytes: 400_000, file: folder.path(of: "app.journal")))
    for _ in 0..<1_000 { Model(parent: session).raise(Shop.open) }
    let answer = try folder.modeltree("journal", "app.journal")
    let first = answer.text.split(separator: "\n").first { !$0.hasSuffix("dropped") }
    let expected = /(\d+) earlier records, of which (\d+) were not read; --limit all shows them/
    let match = try #require(first?.wholeMatch(of: expected), "\(answer.text)")
    #expect(try #require(Int(match.2)) <= #require(Int(match.1)))
    // A fault in a line that is not read is told of where it is.
    var lines = try folder.read("app.journal").split(separator: UInt8(ascii: "\n"))
    lines[2] = lines[2].dropLast(5)
    try folder.write(lines.joined(separator: "\n".utf8), to: "app.journal")
    #expect(try folder.modeltree("journal", "app.journal").errors.isEmpty)
    let all = try folder.modeltree("journal", "app.journal", "--limit", "all")
    #expect(all.errors.contains("line 3: "), "\(all.errors)")
  }
}
