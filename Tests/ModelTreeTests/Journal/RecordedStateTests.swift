import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// What a journal says of labels and states at any moment, against what the program wrote down.
@Suite struct `Labels and states in a journal` {
  @Test func `a change names its cause, and the look before`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    let counter = Counter(parent: root)
    counter.register(for: NetworkErrors.badToken) { [weak counter] _ in counter?.count += 1 }
    await settle(journal)
    let before = journal.recordCount
    Counter(parent: counter).raise(NetworkErrors.badToken)
    await settle(journal)
    let contents = try journal.contents
    let described = contents.all.filter { $0.event == .described }
    let first = described.first { $0.node.id == counter.id }
    #expect(first?.state == [StateEntry(key: "count", value: "0")])
    let changes = contents.all.filter { $0.event == .changed && $0.node.id == counter.id }
    let handled = try #require(contents.all.first { $0.event == .handled })
    #expect(changes.map(\.key) == ["count", "status"])
    #expect(changes.map(\.old) == ["0", nil] && changes.map(\.new) == ["1", "busy"])
    #expect(changes.allSatisfy { $0.cause == handled.number && $0.since == before })
    let words = RecordWords(contents: contents, types: JournalTypes(of: contents))
    #expect(
      words.sentence(changes[0])
        == "\(words.name(changes[0].node)): count 0 → 1, after #\(before)")
  }

  private final class Account: Model {
    var balance = 5
    override var state: KeyValuePairs<String, String> {
      ["balance": "\(balance)", "currency": "EUR"]
    }
    override var privateStateKeys: Set<String> { ["balance"] }
  }

  @Test func `a model's private keys stay out, and an inspector shows them`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    let account = Account(parent: root)
    account.register(for: NetworkErrors.badToken) { [weak account] _ in account?.balance = 7 }
    await settle(journal)
    account.raise(NetworkErrors.badToken)
    await settle(journal)
    let records = try journal.contents.all.filter { $0.node.id == account.id }
    #expect(records.flatMap(\.state) == [StateEntry(key: "currency", value: "EUR")])
    #expect(!records.contains { $0.event == .changed })
    let tree = try journal.snapshot(after: journal.recordCount)
    let place = try #require(tree.position(ofID: account.id))
    #expect(tree[place].state.map(\.key) == ["currency"])
    #expect(account.snapshot()[0].state.map(\.value) == ["7", "EUR"])
  }

  @Test func `a value is marked while it may have changed, and not otherwise`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    let (busy, idle) = (Counter(parent: root), Counter(parent: root))
    busy.register(for: NetworkErrors.badToken) { [weak busy] _ in
      busy?.count += 1
      busy?.raise(MenuBubble.show)
    }
    await settle(journal)
    let before = journal.recordCount
    busy.raise(NetworkErrors.badToken)
    let middle = journal.recordCount
    await settle(journal)
    func state(_ model: Model, at moment: Int) throws -> String {
      let tree = try journal.snapshot(after: moment)
      let place = try #require(tree.position(ofID: model.id))
      return tree.text(from: place, options: [.state]).trimmed
    }
    #expect(try state(busy, at: before) == "──Counter  | {count: 0}")
    #expect(try state(busy, at: middle) == "──Counter  | {count: 0} (as of #\(before))")
    #expect(
      try state(busy, at: journal.recordCount) == "──Counter  | {count: 1, status: busy}")
    #expect(try state(idle, at: middle) == "──Counter  | {count: 0}")
    let dump = try journal.snapshot(after: middle).dump()
    let read = try Snapshot(dump: dump)
    let place = try #require(read.position(ofID: busy.id))
    #expect(read.columns.asOf(place) == before)
    #expect(read.dump() == dump)
  }

  @Test func `a value that was unknown before isn't a difference`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    await settle(journal)
    _ = Counter(parent: root)
    let unknown = journal.recordCount
    await settle(journal)
    let old = try journal.snapshot(after: unknown)
    let new = try journal.snapshot(after: journal.recordCount)
    #expect(TreeDifference(from: old, to: new, matching: .identity).isEmpty)
    #expect(old.age != "" && new.age == "")
  }

  @Test func `a journal of names has neither`() async throws {
    let journal = Journal(bytes: 1 << 20, texts: .names)
    let root = CountingSession()
    root.record(in: journal)
    let counter = Counter(parent: root)
    await settle(journal)
    counter.count = 7
    counter.raise(MenuBubble.show)
    await settle(journal)
    #expect(try journal.contents.all.allSatisfy { $0.event != .described && $0.event != .changed })
    let tree = try journal.snapshot(after: journal.recordCount)
    #expect(tree.positions.allSatisfy { tree[$0].state.isEmpty && tree[$0].label == nil })
  }

  @Test func `a state that changes whenever it is read does not keep the app busy`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    let restless = Restless(parent: root)
    await settle(journal)
    let reads = restless.reads
    for _ in 0..<100 { await Task.yield() }
    #expect(restless.reads <= reads + 2)
  }

  @Test(arguments: UInt64(0)..<3)
  func `two runs under a clock that is held record the same`(seed: UInt64) async throws {
    func run() async throws -> [String] {
      let journal = Journal(bytes: 1 << 20)
      let program = CountingProgram(seed: seed, journal: journal, clock: HeldClock())
      for _ in 0..<60 {
        program.act()
        if program.random.chance(1, in: 2) { await settle(journal, turns: 3) }
      }
      let contents = try journal.contents
      let words = RecordWords(contents: contents, types: JournalTypes(of: contents))
      let kinds: Set<JournalEvent> = [.described, .changed]
      return contents.all.filter { kinds.contains($0.event) }
        .map { "\($0.number) \(words.sentence($0)) \($0.cause ?? 0)" }
    }
    let first = try await run()
    #expect(first.count > 10)
    #expect(try await run() == first)
  }

  @Test func `texts are cut, and many of them take several records`() async throws {
    let journal = Journal(bytes: 1 << 20)
    let root = CountingSession()
    root.record(in: journal)
    let wide = Wide(parent: root)
    await settle(journal)
    let tree = try journal.snapshot(after: journal.recordCount)
    let place = try #require(tree.position(ofID: wide.id))
    let state = tree[place].state
    #expect(state.map(\.key) == ["a", "b", "c", "d", "e"])
    #expect(state.allSatisfy { $0.value.hasSuffix("…") && $0.value.utf8.count <= 240 })
    #expect(try journal.contents.all.filter { $0.event == .described }.count > 1)
  }

  @Test func `a tree whose labels and states do not fit is left out, and looked at no more`()
    async throws
  {
    let journal = Journal(bytes: Journal.leastBytes)
    let root = CountingSession()
    root.record(in: journal)
    for _ in 0..<4 { _ = Wide(parent: root) }
    for _ in 0..<20 {
      root.children[0].raise(MenuBubble.show)
      await settle(journal)
    }
    for _ in 0..<400 { root.children[0].raise(MenuBubble.show) }
    await settle(journal)
    let bytes = try #require(journal.bytesNeeded)
    #expect(throws: MomentError.tooLarge(bytesNeeded: bytes)) {
      try journal.snapshot(after: journal.recordCount)
    }
  }

  /// A program changes states inside and outside of handlers, and models come and go.
  @Test(arguments: UInt64(0)..<6, [32_768, 4_194_304])
  func `at each moment they are what the program wrote down, or as of the record that is named`(
    seed: UInt64, bytes: Int
  ) async throws {
    let journal = Journal(bytes: bytes)
    let program = CountingProgram(seed: seed, journal: journal)
    for _ in 0..<120 {
      program.act()
      if program.random.chance(1, in: 3) {
        await settle(journal, turns: program.random.next(below: 6))
      }
    }
    await settle(journal)
    let contents = try journal.contents
    var (compared, marked) = (0, 0)
    for _ in 0..<100 {
      let kept = (contents.records.lowerBound - 1)..<contents.records.upperBound
      let moment = kept.lowerBound + program.random.next(below: kept.count)
      // A small journal may have no room for a tree.
      guard let tree = try? contents.snapshot(at: moment) else { continue }
      for place in tree.positions {
        let (id, state) = (tree[place].id, tree[place].state)
        let record = tree.columns.asOf(place) ?? moment
        guard let value = state.first?.value else {
          // Never looked at before it left.
          continue
        }
        compared += 1
        if record != moment { marked += 1 }
        let held = program.account.values(of: id, after: record)
        if !held.contains(value) {
          Issue.record(
            """
            seed \(seed), \(bytes) bytes: #\(id) at \(moment) is \(value) as of \(record), and was \
            \(held)
            """)
          return
        }
      }
    }
    #expect(compared > 100 && marked > 0)
    #expect(try contents.snapshot(at: journal.recordCount).age == "")
  }
}

/// Waits until the journal has looked at all models.
private func settle(_ journal: Journal, turns: Int = 12) async {
  for _ in 0..<turns { await Task.yield() }
}

extension JournalContents {
  fileprivate var all: [JournalRecord] { records.compactMap { self[$0] } }
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}

private final class CountingSession: Session {}

private final class Counter: Model {
  var count = 0

  override var state: KeyValuePairs<String, String> {
    count == 0 ? ["count": "0"] : ["count": "\(count)", "status": "busy"]
  }
}

private final class Restless: Model {
  private(set) var reads = 0

  override var state: KeyValuePairs<String, String> {
    reads += 1
    raise(MenuBubble.show)
    return ["reads": "\(reads)"]
  }
}

private final class Wide: Model {
  override var state: KeyValuePairs<String, String> {
    let long = String(repeating: "wide ", count: 100)
    return ["a": long, "b": long, "c": long, "d": long, "e": long]
  }
}

/// A clock whose waits a test ends.
private final class HeldClock: Clock, MainActorClock {
  nonisolated var now: ContinuousClock.Instant { ContinuousClock().now }
  nonisolated var minimumResolution: Duration { .zero }
  nonisolated func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  func wait(for duration: Duration) async throws {}
}

/// Which values models had after which records.
private struct CountAccount {
  private var changes: [Int: [(record: Int, value: Int)]] = [:]

  mutating func note(_ model: Counter, after record: Int) {
    changes[model.id, default: []].append((record, model.count))
  }

  /// The values that a model had between a record and the next one.
  func values(of id: Int, after record: Int) -> Set<String> {
    let changes = changes[id] ?? []
    let before = changes.last { $0.record < record }
    let held = changes.filter { $0.record == record } + (before.map { [$0] } ?? [])
    return Set(held.map { "\($0.value)" })
  }
}

/// Actions at random on a tree of counters.
private final class CountingProgram {
  var random: SeededGenerator
  private(set) var account = CountAccount()
  private let journal: Journal
  private let root = CountingSession()
  private var counters: [Counter] = []

  init(seed: UInt64, journal: Journal, clock: (any Clock<Duration>)? = nil) {
    random = SeededGenerator(seed: seed)
    self.journal = journal
    if let clock { root.clock = clock }
    root.record(in: journal)
    for _ in 0..<5 { add(to: root) }
  }

  private func add(to parent: Model) {
    let counter = Counter(parent: parent)
    counters.append(counter)
    account.note(counter, after: journal.recordCount)
    counter.register(for: NetworkErrors.badToken) { [weak self, weak counter] _ in
      guard let self, let counter else { return }
      count(counter)
      if random.chance(1, in: 3) { counter.raise(MenuBubble.show) }
      count(counter)
    }
  }

  private func count(_ counter: Counter) {
    counter.count += 1
    account.note(counter, after: journal.recordCount)
  }

  func act() {
    if counters.isEmpty { add(to: root) }
    let counter = counters[random.next(below: counters.count)]
    switch random.next(below: 6) {
    case 0: count(counter)
    case 1, 2: counter.raise(NetworkErrors.badToken)
    case 3: add(to: random.chance(1, in: 2) ? root : counter)
    case 4 where counters.count > 3:
      counter.removeFromParent()
      counters.removeAll { model in model.id == counter.id || !model.isInside(root) }
    default: counter.raise(MenuBubble.show)
    }
  }
}

extension Model {
  fileprivate func isInside(_ root: Model) -> Bool {
    var model: Model? = self
    while let next = model, next !== root { model = next.parent }
    return model === root
  }
}
