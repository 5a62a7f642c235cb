import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// Journals with changed bytes. `MODELTREE_JOURNAL_MUTATIONS=1000000` makes it a long run.
@Suite struct `A journal that somebody has changed` {
  private static let mutations =
    ProcessInfo.processInfo.environment["MODELTREE_JOURNAL_MUTATIONS"].flatMap { Int($0) } ?? 400

  /// A journal whose oldest records are dropped, and one that is nearly empty.
  private func journals() throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    return try [400, 3].map { count in
      let path = folder.path(of: "\(count)")
      let journal = try Journal(bytes: Journal.leastBytes, file: path)
      let root = ProbeSession()
      root.record(in: journal)
      root.open()
      root.provide(Alpha(root.log))
      for number in 0..<count {
        let child = root.child("\(number)")
        child.register(for: NetworkErrors.badToken)
        child.register(for: AppEvent.start)
        child.mayRaise(MenuBubble.show)
        child.raise(NetworkErrors.badToken)
        child.raise(NetworkErrors.badResponse)
        root.raise(AppEvent.start)
        if number > 4 { root.children[0].removeFromParent() }
      }
      return try Array(Data(contentsOf: URL(filePath: path)))
    }
  }

  @Test func `it is read, or refused, and nothing else happens`() throws {
    let originals = try journals()
    var random = SeededGenerator(seed: 0)
    // Few are refused: how many depends on the times in the journals, too.
    var (read, refused) = (0, 0)
    for _ in 0..<Self.mutations {
      var bytes = random.pick(originals)
      for _ in 0..<random.pick([1, 1, 2, 4, 16]) { random.mutate(&bytes) }
      do {
        let contents = try JournalContents(bytes: bytes)
        exercise(contents, &random)
        read += 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 0 && refused > 0)
  }

  /// Asks for everything that commands ask for.
  private func exercise(_ contents: JournalContents, _ random: inout SeededGenerator) {
    let records = contents.records
    var count = 0
    contents.forEachRecord { record in
      count += record.json.bytes.isEmpty ? 0 : 1
      return true
    }
    #expect(count <= records.count)
    let types = JournalTypes(of: contents)
    let message = Message(kind: .error, domain: "NetworkErrors", code: "101")
    for tree in 0...2 {
      _ = RecordedInterests(in: message, ofTree: tree, contents, types)
        .ended(at: records.upperBound)
    }
    let moments = [
      records.lowerBound - 1, records.upperBound - 1,
      contents.records.lowerBound + random.next(below: max(1, min(records.count, 1 << 30))),
    ]
    for moment in moments {
      // Whatever is refused has words.
      do {
        let snapshot = try contents.snapshot(at: moment)
        #expect(snapshot.count <= contents.byteCount)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
      _ = try? contents.number(of: .record(moment))
    }
    for text in ["-1s", "12:00", "2026-01-01T00:00:00Z"] {
      if let moment = Moment(text) { _ = try? contents.number(of: moment) }
    }
    var filter = RecordFilter()
    filter.messages = Set(contents.messages.map(\.unlabeled))
    filter.models = [JournalNode(tree: 1, id: 2)]
    filter.isOfLives = true
    _ = filter.records(in: contents)
  }
}
