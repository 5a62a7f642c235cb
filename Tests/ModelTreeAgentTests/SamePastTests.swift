import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import TestSupport
import Testing
import TreeObjects

extension `The same bytes` {
  /// The records of a journal, and the tree at its moments, including those of the file that an app
  /// keeps.
  @MainActor @Suite struct `Of the past` {
    @Test(arguments: `The same bytes`.seeds) func `of models`(seed: UInt64) async throws {
      var random = RandomLiveTree(seed: seed, handlersAct: true)
      let root = random.models()
      let folder = try TemporaryFolder()
      let file = folder.path(of: "App")
      // All that happened, or so few bytes that most of it is dropped.
      let isShort = seed % 4 == 0
      let bytes = isShort ? Journal.leastBytes : 1 << 20
      let journal = try Journal(bytes: bytes, file: file)
      root.record(in: journal)
      for _ in 0..<(isShort ? 600 : 20) {
        random.change(root)
        root.subtree.last?.raise(DiskErrors.full)
        root.subtree.last?.raise(AppEvents.refresh)
      }
      let ways = try await WaysToATree(TestedTree { root })
      // Labels and states are read once the main actor is free.
      for _ in 0..<20 { await Task.yield() }
      let kept = journal.recordCount - journal.droppedRecords
      let moment = journal.droppedRecords + 1 + Int(seed) % kept
      let before = max(journal.droppedRecords + 1, moment - 5)
      for command in [
        "journal", "journal --json", "journal --what handled --what attached",
        "journal --cause \(before)", "journal --led-to \(moment)", "journal '**' --limit 5",
        "journal --until \(moment)", "history '#\(root.id)' --json", "history Row[1]",
        "print --all --at \(moment)", "print --json --at \(moment)",
        "diff --at \(before) --to \(moment)", "find '**' --at \(moment) --json",
        "trace error DiskErrors.1 --from '#\(root.id)' --at \(moment)", "at \(moment)",
        "journal --at 99999999", "print --at noon",
        "lint --at \(moment)", "routes --at \(moment) --json",
      ] {
        let inProcess = try ways.inProcess(command)
        let fromOutside = try await ways.fromOutside(command)
        #expect(fromOutside == inProcess, "\(command)")
        // A prompt names moments differently; a file has no present tree apart from its moments.
        if command.hasPrefix("at ") || isShort { continue }
        let onFile = try ways.onJournal(command, file)
        #expect(onFile == inProcess, "\(command)")
      }
      for command in ["trace error DiskErrors.1 --from '#\(root.id)'", "journal --since -60s"] {
        let fromOutside = try await ways.fromOutside(command)
        let inProcess = try ways.inProcess(command)
        #expect(fromOutside == inProcess, "\(command)")
      }
    }

    @Test(arguments: `The same bytes`.seeds) func `of other objects`(seed: UInt64) async throws {
      var random = RandomLiveTree(seed: seed)
      var choice = SeededGenerator(seed: seed)
      let root = random.objects()
      let journal = Journal(bytes: 1 << 17)
      for _ in 0..<20 {
        let below = root.below + [root]
        let (raiser, taker) = (choice.pick(below), choice.pick(below))
        journal.record(
          .error(choice.pick(RandomTree.hostileNames), "1"), raisedBy: raiser, takenBy: [taker]
        ) {
          if choice.chance(1, in: 3) {
            journal.record(.event(AppEvents.refresh), raisedBy: taker, takenBy: below) {}
          }
        }
      }
      let ways = try await WaysToATree(TestedTree(root: { root }, journal: journal))
      for command in [
        "journal", "journal --json", "journal --what handled --json", "journal --cause 1",
        "journal '**' --limit 5", "history '#1'", "history '#1' --json", "print --at 1",
        "at 2", "print --at noon", "journal --at 3", "diff --at 1 --to 2", "raise error X.1 --at 1",
      ] {
        let inProcess = try ways.inProcess(command)
        let fromOutside = try await ways.fromOutside(command)
        #expect(fromOutside == inProcess, "\(command)")
      }
    }
  }
}
