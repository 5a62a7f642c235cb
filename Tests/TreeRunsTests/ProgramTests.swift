import ModelTree
import TestSupport
import Testing
import TreeJournal

@testable import TreeRuns

/// Random programs, played twice: unchanged, with answers in another order, and with one change.
@Suite struct `Two runs of a program` {
  @Test(arguments: 0..<30) func `are equal`(seed: UInt64) async throws {
    let program = Program(seed: seed)
    let comparison = RunComparison(
      try await Player.journal(of: program), try await Player.journal(of: program))
    #expect(comparison.isEqual, "\(comparison.differences)")
    #expect(comparison.reordered.isEmpty)
    #expect(comparison.alike == comparison.old.count)
  }

  @Test(arguments: 0..<60) func `are equal if independent answers come in another order`(
    seed: UInt64
  ) async throws {
    let program = Program(seed: seed, independent: true)
    let comparison = RunComparison(
      try await Player.journal(of: program),
      try await Player.journal(of: program, answering: seed + 1))
    #expect(comparison.isEqual, "\(comparison.differences)")
  }

  @Test(arguments: 0..<100) func `part at a change, or at what it did first`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let program = Program(seed: seed)
    var changed = program
    let action = random.next(below: program.actions.count)
    changed.actions[action] = Self.changed(program.actions[action], &random)
    let (old, new) = (
      try await Player.journal(of: program), try await Player.journal(of: changed)
    )
    let comparison = RunComparison(old, new)
    guard let place = Self.parting(old, new) else {
      #expect(comparison.isEqual)
      return
    }
    let first = try #require(comparison.first, "they part at \(place)")
    let numbers = [
      first.old < 0 ? nil : comparison.old.number(first.old),
      first.new < 0 ? nil : comparison.new.number(first.new),
    ]
    // The records of an event's receivers follow the one with their count.
    let isReceiver = first.what == .receivers
    #expect(
      numbers.contains { $0 == place || (isReceiver && ($0 ?? 0) > place) },
      "they part at \(place): \(String(describing: old[place])) | \(String(describing: new[place])); \(first)"
    )
    let mirrored = try #require(RunComparison(new, old).first)
    #expect(
      mirrored.old == first.new && mirrored.new == first.old, "\(first) and \(mirrored)")
    expectCause(first, comparison)
  }

  /// No difference comes before another that led to it.
  private func expectCause(_ first: Difference, _ comparison: RunComparison) {
    for side in RunSide.allCases {
      let causes = Set(comparison.differences.dropFirst().map { $0.place(side) })
      var place = first.place(side)
      while place >= 0 {
        place = comparison.run(side)[place].parent
        #expect(!causes.contains(place) || place < 0, "\(first) is an effect of \(place)")
      }
    }
  }

  /// The first differing record of two runs with the same order.
  private static func parting(_ old: JournalContents, _ new: JournalContents) -> Int? {
    for number in 1..<max(old.records.upperBound, new.records.upperBound) {
      func timeless(_ contents: JournalContents) -> JournalRecord? {
        guard var record = contents[number] else { return nil }
        (record.time, record.elapsed, record.nanoseconds) = (0, 0, nil)
        // It ends later if more happens meanwhile, and that is what differs.
        record.finishedAfter = nil
        // When models were looked at depends on the time that took.
        record.since = nil
        return record
      }
      if timeless(old) != timeless(new) { return number }
    }
    return nil
  }

  /// Steps, one of them changed, added or removed.
  private static func changed(_ steps: [Step], _ random: inout SeededGenerator) -> [Step] {
    if steps.isEmpty { return [.raise(message: 0, context: nil)] }
    var steps = steps
    let place = random.next(below: steps.count)
    switch (random.next(below: 4), steps[place]) {
    case (0, _): steps.remove(at: place)
    case (1, _):
      steps.insert(.raise(message: random.next(below: Program.messages), context: nil), at: place)
    case (_, .attach(let type, let inner)):
      steps[place] =
        random.chance(1, in: 2)
        ? .attach(type: (type + 1) % 3, inner) : .attach(type: type, changed(inner, &random))
    case (_, .register(let message, let inner)):
      steps[place] =
        random.chance(1, in: 2)
        ? .register(message: (message + 1) % Program.messages, inner)
        : .register(message: message, changed(inner, &random))
    case (_, .raise(let message, let context)):
      steps[place] =
        message < 3 && random.chance(1, in: 2)
        ? .raise(message: message, context: context.map { $0 + "!" } ?? "new")
        : .raise(message: (message + 1) % Program.messages, context: context)
    case (_, .work(let fails, let inner)):
      steps[place] =
        random.chance(1, in: 2)
        ? .work(fails: !fails, inner) : .work(fails: fails, changed(inner, &random))
    case (_, .unregister(let message)):
      steps[place] = .unregister(message: (message + 1) % Program.messages)
    case (_, .remove(let child)): steps[place] = .remove(child: child + 1)
    case (_, .perform(let name, let inner)): steps[place] = .perform(name + "!", inner)
    }
    return steps
  }
}
