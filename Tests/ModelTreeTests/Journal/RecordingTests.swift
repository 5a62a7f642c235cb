import LiveTree
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// A journal's records of single events.
@Suite struct `The records of a journal` {
  private let journal = Journal(bytes: 1 << 20)
  private let root = ProbeSession()

  init() { root.record(in: journal) }

  private func records() throws -> [JournalRecord] {
    let contents = try journal.contents
    return contents.records.compactMap { contents[$0] }
  }

  @Test func `a handler's doings name it, and the message`() throws {
    let flow = root.child("flow")
    flow.register(for: NetworkErrors.badToken) { [weak flow] _ in
      flow?.child("made in the handler")
      flow?.raise(MenuBubble.show)
    }
    let leaf = flow.child("leaf")
    leaf.raise(NetworkErrors.badToken)
    let all = try records()
    let raised = try #require(all.first { $0.event == .raised })
    let handled = try #require(all.first { $0.event == .handled })
    #expect(raised.node.id == leaf.id && raised.cause == nil && raised.by == nil)
    #expect(handled.raise == raised.number && handled.handler == flow.id && handled.hops == 1)
    #expect(handled.nanoseconds != nil)
    let led = all.filter { $0.number > handled.number }
    #expect(led.map(\.event) == [.attached, .raised, .unhandled])
    #expect(led.allSatisfy { $0.cause == handled.number })
    #expect(led.prefix(2).allSatisfy { $0.by?.id == flow.id })
  }

  @Test func `a handler that has not returned has no duration`() throws {
    var inside: [JournalRecord] = []
    root.register(for: NetworkErrors.badToken) { _ in inside = (try? self.records()) ?? [] }
    root.raise(NetworkErrors.badToken)
    #expect(inside.last?.event == .handled)
    #expect(inside.last?.nanoseconds == nil)
    #expect(try records().last?.nanoseconds != nil)
  }

  @Test func `a handler that sets other journals is finished in the first`() throws {
    let other = Journal(bytes: 1 << 20)
    root.register(for: NetworkErrors.badToken) { [root] _ in
      root.record(in: Journal(bytes: Journal.leastBytes))
      root.record(in: other)
      root.raise(MenuBubble.show)
    }
    root.raise(NetworkErrors.badToken)
    #expect(try records().last?.event == .handled)
    #expect(try records().last?.nanoseconds != nil)
    #expect(other.recordCount == 2)
    root.raise(MenuBubble.show)
    #expect(other.recordCount == 4)
  }

  @Test func `a message and what became of it have one time`() throws {
    root.child("leaf").raise(MenuBubble.show)
    let messages = try records().suffix(2)
    #expect(messages.map(\.event) == [.raised, .unhandled])
    #expect(Set(messages.map(\.time)).count == 1)
  }

  @Test func `an answer that comes later has the message that asked for it as its cause`()
    async throws
  {
    let flow = root.child("flow")
    root.open()
    flow.register(for: NetworkErrors.badToken) { [weak flow] _ in
      flow?.task {
        await Task.yield()
      } then: { model, _ in
        model.child("made in the answer")
      }
    }
    flow.raise(NetworkErrors.badToken)
    while flow.children.isEmpty { await Task.yield() }
    let all = try records()
    let handled = try #require(all.first { $0.event == .handled })
    let attached = try #require(all.last { $0.event == .attached })
    #expect(attached.number > handled.number && attached.cause == handled.number)
    // Changes outside of handlers have no cause again.
    root.child("other")
    #expect(try records().last?.cause == nil)
  }

  @Test func `an event is one record with its receivers counted`() throws {
    let models = (0..<4).map { root.child("\($0)") }
    for model in models { model.register(for: AppEvent.start) }
    models[0].register(for: AppEvent.start) { _ in models[2].unregister(for: AppEvent.start) }
    root.raise(AppEvent.start)
    root.raise(AppEvent.finish)
    let all = try records()
    let delivered = all.filter { $0.event == .delivered }
    #expect(delivered.map(\.count) == [3])
    let ended = try #require(all.first { $0.event == .unregistered })
    #expect(ended.cause == delivered.first?.number && ended.by?.id == models[0].id)
    #expect(all.last?.event == .unheard)
  }

  @Test func `an uncaught error ends in the session, and a test is marked`() throws {
    root.child("flow").raise(NetworkErrors.badToken)
    _ = root.raiseTest(Message(kind: .error, domain: "NetworkErrors", code: "101"))
    let uncaught = try records().filter { $0.event == .uncaught }
    #expect(uncaught.map(\.handler) == [root.id, root.id])
    #expect(uncaught.map(\.isTest) == [false, true])
  }

  @Test func `looking leaves no record`() throws {
    root.child("flow").register(for: NetworkErrors.badToken)
    let before = journal.recordCount
    _ = root.snapshot()
    _ = root.sessionTree(withOptions: .all)
    _ = root.allLeakedModels()
    _ = try journal.snapshot(after: before)
    #expect(journal.recordCount == before)
  }

  @Test func `nothing is retained`() throws {
    weak let flow = root.child("flow")
    flow?.raise(NetworkErrors.badToken)
    root.children[0].removeFromParent()
    #expect(flow == nil)
  }

  @Test func `sessions of one controller follow each other`() throws {
    let journal = Journal(bytes: 1 << 20)
    let controller = SessionController(
      journal: journal, anonymous: { Session() }, authorized: { Session(credentials: $0) })
    controller.start()
    controller.session?.close(
      with: Credentials(userID: "1", userName: "Anna", token: "t"))
    let contents = try journal.contents
    let opened = contents.records.compactMap { contents[$0] }.filter { $0.event == .opened }
    #expect(opened.map(\.node.tree) == [1, 2])
    #expect(try JournalReplay(of: contents, at: journal.recordCount).tree == 2)
    #expect(try JournalReplay(of: contents, at: opened[1].number - 1).tree == 2)
    #expect(try JournalReplay(of: contents, at: opened[1].number - 2).tree == 1)
  }

  @Test func `labels and states are of the last time that the main actor was free`() async throws {
    root.child("flow").child("leaf")
    for _ in 0..<10 { await Task.yield() }
    let moment = journal.recordCount
    root.child("later")
    let snapshot = try journal.contents.snapshot(at: journal.recordCount)
    #expect(snapshot.positions.map { snapshot[$0].label }.contains("leaf"))
    #expect(!snapshot.positions.map { snapshot[$0].label }.contains("later"))
    #expect(snapshot.age == " (as of #\(moment))")
    let place = try #require(snapshot.positions.first { snapshot[$0].label == "leaf" })
    #expect(
      snapshot.text(from: place) == "──Probe \"leaf\" (as of #\(moment))\n")
    #expect(try Snapshot(dump: snapshot.dump()).age == snapshot.age)
    let present = try journal.contents.snapshot(at: moment)
    #expect(present.age == "")
  }

  /// Changes and messages end segments and reach the end of the bytes in any order.
  @Test func `each outcome follows its message, wherever room must be made between the two`() throws
  {
    let small = Journal(bytes: Journal.leastBytes)
    root.record(in: small)
    var random = SeededGenerator(seed: 20)
    var kept = 0
    for _ in 0..<40 {
      for _ in 0..<100 {
        if random.chance(1, in: 2) { root.register(for: NetworkErrors.badToken) }
        root.raise(NetworkErrors.badToken)
      }
      var earlier: JournalRecord?
      try small.contents.forEachRecord { record in
        if record.event == .handled, let raised = earlier {
          #expect(raised.event == .raised && record.raise == raised.number)
          #expect(record.message == raised.message && record.node == raised.node)
          #expect(record.elapsed >= raised.elapsed && record.nanoseconds != nil)
          kept += 1
        }
        earlier = record
        return true
      }
    }
    #expect(small.droppedRecords > 5_000 && kept > 200)
  }

  @Test func `a journal that is too small is a mistake of the programmer`() async {
    await #expect(processExitsWith: .failure) { @MainActor in _ = Journal(bytes: 1_000) }
  }
}

/// Which local sessions are open, at each moment.
@Suite struct `Sessions in a journal` {
  private func marks(_ journal: Journal, after record: Int) throws -> [Bool] {
    let snapshot = try journal.snapshot(after: record)
    return snapshot.positions.map { snapshot[$0].isUnopened }
  }

  @Test func `a session is not open until its record says so, before a checkpoint and after one`()
    throws
  {
    let journal = Journal(bytes: 1 << 20)
    let root = ProbeSession()
    let (opened, later) = (Session(parent: root), Session(parent: root))
    opened.open()
    root.record(in: journal)
    #expect(try marks(journal, after: 0) == [false, false, true])
    later.open()
    _ = Session(parent: root)
    #expect(try marks(journal, after: 0) == [false, false, true])
    #expect(try marks(journal, after: 1) == [false, false, false])
    #expect(try marks(journal, after: 2) == [false, false, false, true])
  }
}
