import ModelTree
import ModelTreeJournal
import Testing
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// A journal's records of random programs, against snapshots of their trees and predicted routes.
@Suite struct `The truth of a journal` {
  @Test(arguments: UInt64(0)..<4, [65_536, 4_194_304])
  func `the tree at a moment is the one that was pictured then`(part: UInt64, bytes: Int) throws {
    var compared = 0
    for number in 0..<(RecordedModels.programs / 12) {
      let seed = part << 32 + number
      let journal = Journal(bytes: bytes)
      let looks = RecordedModels.run(seed, in: journal)
      let contents = try journal.contents
      for look in looks where look.moment >= contents.records.lowerBound - 1 {
        var replay: JournalReplay
        do {
          replay = try JournalReplay(of: contents, at: look.moment)
        } catch {
          guard Self.isWithoutTree(error, at: look.moment, bytes) else { throw error }
          continue
        }
        let found = try replay.snapshot(ofTree: look.tree)
        compared += 1
        if found.dump() != look.snapshot.dump() {
          Issue.record(
            """
            seed \(seed), \(bytes) bytes, tree \(look.tree) after record \(look.moment):
            \(found.text(options: .all))pictured:
            \(look.snapshot.text(options: .all))
            """)
          return
        }
      }
      if bytes > 1_000_000 { #expect(contents.droppedCount == 0) }
    }
    #expect(compared > 0)
  }

  /// Whether a journal keeps no tree for a moment: the tree was too large, or of a small journal, records
  /// are kept from before the first checkpoint that fit.
  private static func isWithoutTree(_ error: any Error, at moment: Int, _ bytes: Int) -> Bool {
    switch error as? MomentError {
    case .tooLarge: true
    case .dropped(let first): first > moment && bytes == 65_536
    default: false
    }
  }

  @Test(arguments: UInt64(0)..<4)
  func `recorded routes are those that the tree at that moment predicts`(part: UInt64) throws {
    var compared = 0
    for number in 0..<(RecordedModels.programs / 8) {
      let journal = Journal(bytes: 4_194_304)
      _ = RecordedModels.run(part << 32 + number, in: journal)
      let contents = try journal.contents
      var records: [Int: JournalRecord] = [:]
      contents.forEachRecord { record in
        records[record.number] = record
        return true
      }
      for outcome in records.values where outcome.raise != nil {
        let raised = try #require(outcome.raise.flatMap { records[$0] })
        #expect(raised.event == .raised && raised.node == outcome.node)
        let snapshot = try? contents.snapshot(at: raised.number, ofTree: raised.node.tree)
        // The journal holds no trees outside of sessions.
        guard let snapshot, let raiser = snapshot.position(ofID: raised.node.id),
          let message = raised.message?.message
        else { continue }
        compared += 1
        let route = snapshot.route(of: message, raisedAt: raiser)
        let isPredicted =
          switch (route.outcome, outcome.event) {
          case (.handled(let handler), .handled):
            snapshot[handler].id == outcome.handler && route.hops.count - 1 == outcome.hops
          case (.delivered(let receivers), .delivered):
            receivers.count == outcome.count
              || isShortened(outcome, to: receivers.count, by: records)
          case (.uncaught, .uncaught), (.unhandled, .unhandled), (.unheard, .unheard): true
          default: false
          }
        if !isPredicted {
          Issue.record("seed \(part << 32 + number): \(outcome), predicted \(route.outcome)")
          return
        }
      }
    }
    #expect(compared > 0)
  }

  /// Whether handlers of a delivery have taken receivers away.
  private func isShortened(
    _ delivered: JournalRecord, to count: Int, by records: [Int: JournalRecord]
  ) -> Bool {
    guard let received = delivered.count, received < count else { return false }
    return records.values.contains { record in
      guard record.event == .detached || record.event == .unregistered else { return false }
      var cause = record.cause
      while let number = cause, number > delivered.number { cause = records[number]?.cause }
      return cause == delivered.number
    }
  }
}
