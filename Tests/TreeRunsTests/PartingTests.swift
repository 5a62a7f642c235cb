import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeJournal

@testable import TreeRuns

/// Pairs of programs, each with one known difference, or with none.
@MainActor @Suite struct `Two programs` {
  private func compare(
    _ old: [Step], _ new: [Step], reversed: Bool = false
  ) async throws -> RunComparison {
    RunComparison(
      try await Player.journal(of: Program([old])),
      try await Player.journal(of: Program([new]), reversed: reversed))
  }

  /// Two works whose answers differ in details alone, or make alike models that do different things.
  @Test(arguments: [
    [
      Step.work(fails: false, [.raise(message: 0, context: "a")]),
      .work(fails: false, [.raise(message: 0, context: "b")]),
    ],
    [
      .work(fails: false, [.attach(type: 1, [.register(message: 0, [])])]),
      .work(fails: false, [.attach(type: 1, [.register(message: 1, [])])]),
    ],
    [
      .work(fails: false, [.attach(type: 1, [.raise(message: 0, context: "a")])]),
      .work(fails: false, [.attach(type: 1, [.raise(message: 0, context: "b")])]),
    ],
  ])
  func `are equal if only their answers arrive in another order`(steps: [Step]) async throws {
    let comparison = try await compare(steps, steps, reversed: true)
    #expect(comparison.isEqual, "\(comparison.differences)")
    #expect(!comparison.reordered.isEmpty)
  }

  nonisolated private static let raises = [
    Step.raise(message: 0, context: nil), .raise(message: 1, context: nil),
  ]
  nonisolated private static let swapped = [raises[1], raises[0]]

  @Test(arguments: [
    (raises, swapped, JournalEvent.performed),
    (
      [Step.register(message: 3, raises), .raise(message: 3, context: nil)],
      [.register(message: 3, swapped), .raise(message: 3, context: nil)], .received
    ),
    ([.work(fails: false, raises)], [.work(fails: false, swapped)], .ended),
  ])
  func `part at the order within an action, a handler, or an answer`(
    old: [Step], new: [Step], context: JournalEvent
  ) async throws {
    let comparison = try await compare(old, new)
    let first = try #require(comparison.first)
    #expect(first.what == .order)
    #expect(comparison.old[first.context.old].event == context)
  }

  @Test(arguments: [
    // The first or the second of two alike models.
    (
      [Step.attach(type: 1, [.register(message: 0, [])]), .attach(type: 1, [])],
      [Step.attach(type: 1, []), .attach(type: 1, [.register(message: 0, [])])],
      [Difference.What.missing, .extra]
    ),
    // An answer, or a failure that raises an error.
    ([.work(fails: false, [])], [.work(fails: true, [])], [.outcome, .extra]),
    // The session handles it, or a nearer model.
    (
      [.attach(type: 1, [.raise(message: 0, context: nil)])],
      [.attach(type: 1, [.register(message: 0, []), .raise(message: 0, context: nil)])],
      [.extra, .handler]
    ),
    // An event with two receivers, or with one.
    (
      [
        .attach(type: 0, [.register(message: 3, [])]),
        .attach(type: 1, [.register(message: 3, [])]),
        .attach(type: 2, [.raise(message: 3, context: nil)]),
      ],
      [
        .attach(type: 0, [.register(message: 3, [])]),
        .attach(type: 1, [.register(message: 3, []), .unregister(message: 3)]),
        .attach(type: 2, [.raise(message: 3, context: nil)]),
      ], [.extra, .receivers]
    ),
    // An event without receivers.
    (
      [.register(message: 3, []), .raise(message: 3, context: nil)],
      [.register(message: 3, []), .unregister(message: 3), .raise(message: 3, context: nil)],
      [.extra, .outcome, .receivers]
    ),
    // A record that takes the place of another comes before the extra one behind it.
    (
      [.raise(message: 0, context: nil)],
      [.raise(message: 1, context: nil), .raise(message: 1, context: nil)], [.replaced, .extra]
    ),
  ])
  func `have these differences, in this order`(
    old: [Step], new: [Step], differences: [Difference.What]
  ) async throws {
    let comparison = try await compare(old, new)
    #expect(comparison.differences.map(\.what) == differences, "\(comparison.differences)")
  }

  // MARK: Checkpoints

  /// A tree with two alike models, one of which is registered before the journal begins.
  private func planted(_ registered: Int) throws -> JournalContents {
    let journal = Journal(bytes: 1 << 18)
    let root = Library()
    root.open()
    let books = [Book(parent: root), Book(parent: root)]
    books[registered].register(for: PlayEvent.first) { _ in }
    root.record(in: journal)
    root.raise(PlayEvent.first)
    return try journal.contents
  }

  @Test func `have alike models at the start, told apart by their order`() throws {
    #expect(RunComparison(try planted(1), try planted(1)).isEqual)
    let comparison = RunComparison(try planted(0), try planted(1))
    #expect(comparison.differences.map(\.what) == [.replaced])
  }

  @Test func `are compared from the first record that neither dropped`() async throws {
    let actions = (0..<400).map { number in
      [
        Step.attach(type: number % 3, [.raise(message: number % 3, context: nil)]),
        .remove(child: 0),
      ]
    }
    let whole = try await Player.journal(of: Program(actions))
    let short = try await Player.journal(of: Program(actions), bytes: Journal.leastBytes)
    #expect(short.droppedCount > 0)
    let comparison = RunComparison(whole, short)
    #expect(comparison.isEqual, "\(comparison.differences)")
    #expect(comparison.new.first == short.records.lowerBound)
    let changed = try await Player.journal(
      of: Program(actions.dropLast() + [[.attach(type: 0, [.unregister(message: 0)])]]),
      bytes: Journal.leastBytes)
    let first = RunComparison(whole, changed).first
    #expect(first?.what == .missing, "\(String(describing: first))")
  }

  // MARK: Sessions, and ends of work

  /// What a session's end and the next one's beginning show is no difference before them.
  @Test func `part at the action that closed a session`() throws {
    func play(_ actions: [String]) throws -> JournalContents {
      let journal = Journal(bytes: 1 << 18)
      var session = Library()
      session.record(in: journal)
      session.open()
      for action in actions {
        session.perform(action) {
          switch action {
          case "out":
            session.close()
            session = Library()
            session.record(in: journal)
            _ = Shelf(parent: session)
            session.open()
          default: _ = Book(parent: session)
          }
        }
      }
      return try journal.contents
    }
    let (one, other) = (try play(["flow", "tick"]), try play(["flow", "out", "tick"]))
    let comparison = RunComparison(one, other)
    let mirrored = RunComparison(other, one)
    for (first, run) in [(comparison.first?.new, other), (mirrored.first?.old, other)] {
      let record = run[Int(first ?? -1) + run.records.lowerBound]
      #expect(record?.words == ["out"], "\(String(describing: record))")
    }
  }

  @Test func `differ in what cancelled work, and when`() async throws {
    func play(_ ending: String) async throws -> JournalContents {
      let journal = Journal(bytes: 1 << 18)
      let session = Library()
      session.record(in: journal)
      session.open()
      let shelf = Shelf(parent: session)
      let task = session.perform("load") {
        shelf.task {
          try? await Task.sleep(for: .seconds(60))
        } then: { _, _ in
        }
      }
      if ending == "at once" { task.cancel() }
      if ending == "at once" { await task.value }
      session.perform("wait") {}
      if ending == "later" { task.cancel() }
      if ending == "with its model" { session.perform("remove") { shelf.removeFromParent() } }
      await task.value
      return try journal.contents
    }
    var runs: [JournalContents] = []
    for ending in ["at once", "at once", "later", "with its model"] {
      runs.append(try await play(ending))
    }
    #expect(RunComparison(runs[0], runs[1]).isEqual)
    for other in runs[2...] {
      #expect(RunComparison(runs[0], other).differences.contains { $0.what == .outcome })
    }
  }
}
