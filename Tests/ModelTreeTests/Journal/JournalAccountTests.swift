import ModelTree
import ModelTreeJournal
import Testing
import TreeJournal
import TreeSnapshot

/// What a journal says of random programs, against an account that the programs keep themselves. Codes are the
/// same across kinds and domains, and labels are other codes.
@Suite struct `A journal against a naive account` {
  private typealias Look = RecordedModels.Look

  /// Runs programs, and compares each look that the journal still reaches.
  private func compare(
    _ part: UInt64, bytes: Int, _ compare: (Look, JournalContents) throws -> String?
  ) throws {
    var compared = 0
    for number in 0..<RecordedModels.programs / 24 {
      let seed = part << 32 + number
      let journal = Journal(bytes: bytes)
      let looks = RecordedModels.run(seed, in: journal)
      let contents = try journal.contents
      // A tree that does not fit into the journal has no beginning to count from.
      guard (try? JournalReplay(of: contents, at: contents.records.lowerBound - 1)) != nil else {
        continue
      }
      for look in looks where look.moment >= contents.records.lowerBound - 1 {
        compared += 1
        guard let difference = try compare(look, contents) else { continue }
        Issue.record(
          "seed \(seed), \(bytes) bytes, tree \(look.tree) after \(look.moment): \(difference)")
        return
      }
    }
    #expect(compared > 0)
  }

  @Test(arguments: UInt64(0)..<4, [65_536, 4_194_304])
  func `a subscription ended by the record that the program made`(part: UInt64, bytes: Int) throws {
    try compare(part, bytes: bytes) { look, contents in
      difference(in: look.question, look, contents)
    }
  }

  private func difference(
    in message: Interest, _ look: Look, _ contents: JournalContents
  ) -> String? {
    guard let name = message.message else { return nil }
    var expected = look.account.endings(of: message)
    let interests = RecordedInterests(
      in: name, ofTree: look.tree, contents, JournalTypes(of: contents))
    for ended in interests.ended(at: look.moment) {
      var own = message
      if ended.subscription.code == nil { own = message.wholeDomain }
      let held = TreeAccount.Held(model: ended.node.id, interest: own)
      guard let ending = expected.removeValue(forKey: held) else {
        return "\(message): \(ended) has not ended"
      }
      let record = ended.record
      guard ending.records.contains(record.number),
        ending.isUnregistered == (record.event == .unregistered),
        ending.isUnregistered || record.event == .detached,
        look.account.way(from: held.model).contains(record.node.id)
      else { return "\(message): \(ended) ended otherwise: \(ending)" }
    }
    // A journal knows of no ending that it has dropped.
    let missing = expected.filter {
      $0.value.records.lowerBound >= contents.records.lowerBound
    }
    return missing.isEmpty ? nil : "\(message): the journal does not know \(missing)"
  }

  @Test(arguments: UInt64(0)..<4)
  func `the life of a model is what the program did, until what it was below has left`(
    part: UInt64
  ) throws {
    try compare(part, bytes: 4_194_304) { look, contents in
      for (model, life) in look.account.lives where model % 4 == look.moment % 4 {
        var filter = RecordFilter()
        filter.models = [JournalNode(tree: look.tree, id: model)]
        filter.isOfLives = true
        filter.last = look.moment
        var records = filter.records(in: contents)
        let missing = life.subtracting(records.map(\.number))
        if !missing.isEmpty { return "#\(model): \(missing) are missing" }
        if let departure = look.account.departures[model] {
          let place = records.firstIndex {
            $0.event == .detached && departure.contains($0.number)
              && look.account.way(from: model).contains($0.node.id)
          }
          guard let place else { return "#\(model) left in \(departure), which is not told" }
          records.remove(at: place)
        }
        let foreign = records.first { $0.node.id != model && $0.handler != model }
        if let foreign { return "#\(model): \(foreign) is not its own" }
      }
      return nil
    }
  }
}
