import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import TestSupport
import Testing
import TreeObjects
import TreeSnapshot

extension `The same bytes` {
  /// What a command does to a tree, and what it says of that, is the same from outside: each of two equal
  /// trees is asked on one of the ways.
  @MainActor @Suite struct `What acts` {
    private let names = RandomTree.hostileNames

    /// Messages, some of them unhandled, raised anywhere; actions; time that passes.
    private func commands(_ snapshot: Snapshot, _ random: inout SeededGenerator) -> [String] {
      let ids = snapshot.positions.map { snapshot[$0].id }
      let messages = [
        "error DiskErrors.1", "error DiskErrors.locked", "bubble PageBubbles.open",
        "bubble Page.open", "event AppEvents.refresh", "event AppEvents.logOut", "error No.1",
      ]
      let name = random.pick(names).split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#)
      let raise = "raise \(random.pick(messages)) --from '#\(random.pick(ids))'"
      return [
        raise, "\(raise) --json", "\(raise) --wait 0", "\(raise) --wait 0 --json",
        "do say 'a \(name)' -- -b", "do say '\(name)' --json", "do fail '\(name)'", "do fail",
        "do drop", "do attach '\(name)'", "do", "do --json", "do no\(random.next(below: 9))",
        "wait 0", "wait 0 --json", "wait 3601", "leaks", "leaks --json", "leaks --count",
      ]
    }

    private func actions(
      drop: @escaping () -> Void, attach: @escaping (String) -> Void
    ) -> [Agent.Action] {
      [
        Agent.Action("say WORD [WORD]", help: "Says what it is told.") {
          $0.joined(separator: "|")
        },
        Agent.Action("fail WHY", help: "Refuses.") { throw Refusal(description: $0[0]) },
        Agent.Action("drop", help: "Removes what came last.") { _ in
          drop()
          return ""
        },
        Agent.Action("attach NAME", help: "Adds\nsomething.") { words in
          attach(words[0])
          return "one line\n\(words[0])"
        },
      ]
    }

    private func models(_ seed: UInt64, withJournal: Bool) -> TestedTree {
      var random = RandomLiveTree(seed: seed, handlersAct: true)
      let root = random.models()
      if withJournal { root.record(in: Journal(bytes: 1 << 17)) }
      let actions = actions {
        root.detachLast(of: root)
      } attach: {
        Row(parent: root).name = $0
      }
      return TestedTree(root: { root }, actions: actions)
    }

    private func objects(_ seed: UInt64, withJournal: Bool) -> TestedTree {
      var random = RandomLiveTree(seed: seed, handlersAct: true)
      let root = random.objects()
      let journal = withJournal ? Journal(bytes: 1 << 17) : nil
      let actions = actions {
        root.below = root.below.dropLast()
        journal?.record(.error(DiskErrors.full), raisedBy: root)
      } attach: { name in
        let thing = Thing("New", name)
        root.below.append(thing)
        journal?.record(.bubble(name, "x"), raisedBy: thing, takenBy: [root], hops: 1) {}
      }
      return TestedTree(root: { root }, actions: actions, journal: journal)
    }

    private func compare(
      _ make: (UInt64, Bool) -> TestedTree, seed: UInt64
    ) async throws {
      var random = SeededGenerator(seed: seed)
      let hasJournal = random.chance(1, in: 2)
      let ways = try await WaysToATree(make(seed, hasJournal), twin: make(seed, hasJournal))
      for _ in 0..<2 {
        // Objects are numbered when they are first seen, so each tree is looked at equally often.
        _ = try await ways.fromOutside("print")
        for command in commands(try ways.snapshot(), &random).shuffled(using: &random) {
          let fromOutside = try await ways.fromOutside(command).withoutTimes
          let inProcess = try ways.inProcess(command).withoutTimes
          #expect(fromOutside == inProcess, "\(command)")
        }
      }
      for command in ["print --all --json", "lint", "journal --json", "journal", "history '#1'"] {
        let fromOutside = try await ways.fromOutside(command).withoutTimes
        let inProcess = try ways.inProcess(command).withoutTimes
        #expect(fromOutside == inProcess, "\(command)")
      }
    }

    @Test(arguments: `The same bytes`.seeds) func `on a tree of models`(seed: UInt64) async throws {
      try await compare(models, seed: seed)
    }

    @Test(arguments: `The same bytes`.seeds) func `on a tree of other objects`(
      seed: UInt64
    ) async throws {
      try await compare(objects, seed: seed)
    }
  }
}
