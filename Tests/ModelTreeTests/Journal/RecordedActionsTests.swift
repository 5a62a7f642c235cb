import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal

/// What a journal says of actions, of receivers, of work, and of where and why a message was raised.
@Suite struct `The records of actions, receivers and work` {
  private let journal = Journal(bytes: 1 << 20)
  private let root = ProbeSession()

  init() {
    root.record(in: journal)
    root.open()
  }

  private func records(_ journal: Journal? = nil) throws -> [JournalRecord] {
    let contents = try (journal ?? self.journal).contents
    return contents.records.compactMap { contents[$0] }
  }

  private func record(_ event: JournalEvent) throws -> JournalRecord {
    try #require(records().last { $0.event == event }, "no \(event)")
  }

  private struct Refusal: Error, CustomStringConvertible { let description = "the disk is full" }

  private func waits(_ isDone: () -> Bool) async {
    while !isDone() { await Task.yield() }
  }

  // MARK: Actions

  @Test func `an action has its words, its model and its time, and is the cause of what follows`()
    throws
  {
    let flow = root.child("flow")
    let made = flow.perform("pick", "Math", "two words") { flow.child("made").id }
    let performed = try record(.performed)
    #expect(performed.words == ["pick", "Math", "two words"])
    #expect(performed.node.id == flow.id && performed.nanoseconds != nil)
    let attached = try record(.attached)
    #expect(attached.node.id == made)
    #expect(attached.cause == performed.number && attached.by?.id == flow.id)
    root.child("other")
    #expect(try record(.attached).cause == nil)
  }

  @Test func `an action that throws ends as well`() throws {
    #expect(throws: Refusal.self) { try root.perform("save") { throw Refusal() } }
    #expect(try record(.performed).nanoseconds != nil)
    root.child("other")
    #expect(try record(.attached).cause == nil)
  }

  @Test func `an action that waits is the cause of what it does then, and of nobody else's doings`()
    async throws
  {
    var isFree = false
    let action = Task {
      await root.perform("load") {
        while !isFree { await Task.yield() }
        root.child("loaded")
      }
    }
    await waits { (try? records())?.contains { $0.event == .performed } == true }
    root.child("between")
    #expect(try record(.attached).cause == nil)
    #expect(try record(.performed).nanoseconds == nil)
    isFree = true
    await action.value
    let performed = try record(.performed)
    #expect(performed.nanoseconds != nil)
    #expect(try record(.attached).cause == performed.number)
  }

  // MARK: Receivers

  @Test func `each receiver of an event has a record, up to 32; others are counted by type`()
    throws
  {
    let models = (0..<40).map { $0 % 4 == 0 ? Model(parent: root) : root.child("\($0)") }
    for model in models { model.register(for: AppEvent.start) { _ in } }
    root.raise(AppEvent.start)
    let all = try records()
    let received = all.filter { $0.event == .received }
    #expect(received.map(\.node.id) == models.prefix(32).map(\.id))
    let raised = try record(.raised)
    #expect(received.allSatisfy { $0.begun == raised.number && $0.nanoseconds != nil })
    #expect(received.allSatisfy { $0.source?.hasPrefix("RecordedActionsTests.swift:") == true })
    let delivered = try record(.delivered)
    #expect(delivered.count == 40)
    #expect(
      Set(delivered.rest.map { "\($0.count) \($0.type)" }) == ["6 Probe", "2 Model"])
  }

  @Test func `receivers behind one that sets another journal are of the event's own`() throws {
    for _ in 0..<100 { root.raise(MenuBubble.show) }
    let young = Journal(bytes: 1 << 16)
    let (first, second) = (root.child("first"), root.child("second"))
    first.register(for: AppEvent.start) { [root] _ in root.record(in: young) }
    second.register(for: AppEvent.start) { [weak second] _ in second?.raise(MenuBubble.show) }
    root.raise(AppEvent.start)
    #expect(try record(.delivered).nanoseconds != nil)
    #expect(try records().filter { $0.event == .received }.map(\.node.id) == [first.id, second.id])
    let later = try records(young)
    #expect(later.map(\.event) == [.raised, .unhandled])
    #expect(later.allSatisfy { $0.cause == nil })
  }

  @Test func `a slow receiver, and a slow action, are found by their time`() throws {
    let (quick, slow) = (root.child("quick"), root.child("slow"))
    quick.register(for: AppEvent.start) { _ in }
    slow.register(for: AppEvent.start) { _ in
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
    }
    root.raise(AppEvent.start)
    root.perform("pause") {
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
    }
    var filter = RecordFilter(events: [.received, .performed])
    filter.longerThan = 10_000_000
    let long = try filter.records(in: journal.contents)
    #expect(long.map(\.event) == [.received, .performed])
    #expect(long.map(\.node.id) == [slow.id, root.id])
  }

  @Test func `work whose answer nobody takes is not said to take its time`() async throws {
    let model = root.child("model")
    let work = model.task { while !Task.isCancelled { await Task.yield() } }
    model.removeFromParent()
    await work.value
    var filter = RecordFilter(events: [.ended])
    #expect(try filter.records(in: journal.contents).count == 1)
    filter.longerThan = 0
    #expect(try filter.records(in: journal.contents).isEmpty)
  }

  // MARK: Work

  @Test func `work starts and is answered, and what its answer does has it as its cause`()
    async throws
  {
    let flow = root.child("flow")
    flow.task {
      await Task.yield()
    } then: { model, _ in
      model.child("answer")
    }
    let started = try record(.started)
    #expect(started.node.id == flow.id)
    #expect(started.source?.hasPrefix("RecordedActionsTests.swift:") == true)
    await waits { !flow.children.isEmpty }
    let ended = try record(.ended)
    #expect(ended.started == started.number && ended.outcome == .answered)
    #expect(ended.source == started.source)
    #expect(try record(.attached).cause == ended.number)
  }

  @Test func `work that throws has failed`() async throws {
    root.register(for: NetworkErrors.badToken)
    await root.task(orRaise: NetworkErrors.badToken) { throw Refusal() }.value
    let ended = try record(.ended)
    #expect(ended.outcome == .failed)
    let raised = try record(.raised)
    #expect(raised.cause == ended.number && raised.underlying == "the disk is full")
  }

  @Test func `work of a model that leaves is cancelled, or its answer is dropped`() async throws {
    let (heeding, deaf) = (root.child("heeding"), root.child("deaf"))
    let cancelled = heeding.task(orRaise: NetworkErrors.badToken) {
      try await Task.sleep(for: .seconds(600))
    }
    heeding.removeFromParent()
    await cancelled.value
    #expect(try record(.ended).outcome == .cancelled)
    let dropped = deaf.task { while !Task.isCancelled { await Task.yield() } }
    deaf.removeFromParent()
    await dropped.value
    #expect(try record(.ended).outcome == .dropped)
  }

  // MARK: Sources and texts

  @Test func `a raise has its line, its context and the error that led to it`() throws {
    let line = #line + 1
    root.raise(NetworkErrors.badToken, underlying: Refusal(), context: "while saving")
    let raised = try record(.raised)
    #expect(raised.source == "RecordedActionsTests.swift:\(line)")
    #expect(raised.context == "while saving" && raised.underlying == "the disk is full")
    root.raise(MenuBubble.show)
    #expect(try record(.raised).source == "RecordedActionsTests.swift:\(line + 4)")
  }

  @Test func `a handler has the line of its registration`() throws {
    let line = #line + 1
    root.register(for: MenuBubble.show) { _ in }
    root.raise(MenuBubble.show)
    #expect(try record(.handled).source == "RecordedActionsTests.swift:\(line)")
  }

  @Test func `values are kept where that is asked for, and names alone where that is`() throws {
    root.raise(MenuBubble.show, with: "secret")
    #expect(try record(.raised).value == nil)
    let open = Journal(bytes: 1 << 16, payloads: .described)
    root.record(in: open)
    root.raise(MenuBubble.show, with: "secret")
    #expect(try records(open).first { $0.event == .raised }?.value == "secret")
    let closed = Journal(bytes: 1 << 16, texts: .names, payloads: .described)
    root.record(in: closed)
    root.raise(NetworkErrors.badToken, underlying: Refusal(), context: "secret")
    root.raise(MenuBubble.show, with: "secret")
    root.perform("pick", "secret") {}
    let all = try records(closed)
    #expect(!all.map { $0.json.string }.joined().contains("secret"))
    #expect(all.last { $0.event == .performed }?.words == ["pick"])
    #expect(all.allSatisfy { $0.underlying == nil })
  }

  @Test func `long texts are cut between characters, and end in an ellipsis`() throws {
    root.raise(NetworkErrors.badToken, context: String(repeating: "é", count: 1_000))
    let context = try #require(try record(.raised).context)
    #expect(context.utf8.count <= 240 && context.hasSuffix("é…"))
  }

  @Test func `texts go with their records, whatever else fills the journal`() throws {
    var random = SeededGenerator(seed: 38)
    for bytes in [Journal.leastBytes, 40_000, 200_000] {
      let journal = Journal(bytes: bytes)
      let root = ProbeSession()
      root.record(in: journal)
      root.open()
      var contexts: [Int: String] = [:]
      for step in 0..<3_000 {
        switch random.next(below: 4) {
        case 0: root.raise(MenuBubble.show)
        case 1 where step % 50 == 0: ProbeSession().record(in: journal)
        default:
          let context = String(repeating: "\(step) ", count: random.next(below: 60))
          root.raise(NetworkErrors.badToken, context: context)
          contexts[journal.recordCount - 1] = context
        }
      }
      let contents = try journal.contents
      #expect(contents.records.count > 20)
      // What is followed has the texts as well.
      let half = contents.records.lowerBound + contents.records.count / 2
      let later = try JournalContents(bytes: journal.lines(after: half))
      for number in contents.records where contents[number]?.event == .raised {
        let expected = contexts[number].map { $0.cut(toBytes: 240) }
        #expect(contents[number]?.context == expected)
        if number > half { #expect(later[number]?.context == expected) }
      }
    }
  }
}
