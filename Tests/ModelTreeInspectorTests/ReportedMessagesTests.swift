import ModelTree
import ModelTreeJournal
import Testing
import TreeAnalysis
import TreeJournal
import TreeObjects
import TreeSnapshot

@testable import LiveTree
@testable import ModelTreeInspector

private final class Library: Session {}
private final class Book: Model {}

/// A journal that an inspector brings along.
@MainActor @Suite struct `An inspector with a journal` {
  private let journal = Journal(bytes: 1 << 18)
  private let root = makeForeignTree()

  private func attached() -> AttachedTree {
    AttachedTree(name: "App", journal: journal) { [root] in root }
  }

  private func records() throws -> [JournalRecord] {
    let contents = try journal.contents
    return contents.records.compactMap { contents[$0] }
  }

  @Test func `records models that have none, and no others`() async throws {
    let (session, other) = (Library(), Library())
    let own = Journal(bytes: 1 << 16)
    other.record(in: own)
    for tree in [session, other] {
      let attached = AttachedTree(name: "Library", journal: journal) { tree }
      #expect(attached.hasJournal)
      tree.open()
    }
    #expect(try records().filter { $0.event == .opened }.count == 1)
    #expect(own.recordCount > 0)
  }

  @Test func `keeps what a tree did that is gone`() throws {
    var session: Library? = Library()
    session?.open()
    let attached = AttachedTree(name: "Library", journal: journal) { session }
    _ = session.map { Book(parent: $0) }
    session = nil
    #expect(throws: NoTreeError.self) { try attached.state() }
    let excerpt = try #require(try attached.journal(after: 0))
    let contents = try JournalContents(bytes: excerpt.bytes)
    #expect(contents.records.compactMap { contents[$0]?.type } == ["Book"])
    #expect(contents.records.compactMap { contents[$0]?.event }.last == .detached)
  }

  @Test func `is not used on another actor`() async {
    let isUsed = await Elsewhere().usesJournal(journal)
    #expect(!isUsed)
  }

  private actor Elsewhere {
    func usesJournal(_ journal: Journal) -> Bool {
      AttachedTree(name: "App", journal: journal) { Mute() }.hasJournal
    }
  }

  @Test func `holds what objects report, by the ids of the inspector`() throws {
    let tree = attached()
    let list = try #require(root.below[0])
    let answer = journal.record(
      .error(StorageError.diskFull), raisedBy: list, takenBy: [root], hops: 1
    ) {
      journal.record(.event(CarEvent.reload), raisedBy: root, takenBy: [list, root]) {}
      journal.record(.event(CarEvent.reload), raisedBy: list)
      journal.record(.bubble("Car", "open"), raisedBy: list)
      return 7
    }
    #expect(answer == 7)
    journal.record(.error(StorageError.locked), raisedBy: list)
    journal.record(.error(StorageError.self), raisedBy: list)
    let snapshot = try tree.state().snapshot
    func id(_ type: String) -> Int {
      snapshot.positions.map { snapshot[$0] }.first { $0.type == type }?.id ?? 0
    }
    let all = try records()
    #expect(
      all.map(\.event) == [
        .raised, .handled, .raised, .delivered, .raised, .unheard, .raised, .unhandled, .raised,
        .uncaught,
      ])
    #expect(
      all.map(\.node.id)
        == [0, 0, 1, 1, 0, 0, 0, 0, 0, 0].map { id($0 == 1 ? "Router" : "CarList") })
    #expect(all[1].handler == id("Router") && all[1].hops == 1 && all[1].nanoseconds != nil)
    #expect(all[3].count == 2)
    #expect(all[2...7].filter { $0.event == .raised }.allSatisfy { $0.cause == 2 })
    #expect(all[8].cause == nil && all[9].nanoseconds == nil)
    #expect(all[0].message?.label == "diskFull")
    let types = JournalTypes(of: try journal.contents)
    #expect(types[all[0].node] == "CarList")
    #expect(types[JournalNode(tree: all[0].node.tree, id: id("Router"))] == "Router")
  }

  @Test func `shares the ids with all who look, and retains nothing`() throws {
    let first = attached()
    weak var gone: Editor?
    do {
      let editor = Editor("new")
      gone = editor
      journal.record(.error(StorageError.locked), raisedBy: editor)
    }
    #expect(gone == nil)
    journal.record(.error(StorageError.locked), raisedBy: root)
    let second = attached()
    #expect(try first.state().snapshot.dump() == second.state().snapshot.dump())
    #expect(try first.state().snapshot.root.id == records().last?.node.id)
    // Many objects that come and go are forgotten again.
    for _ in 0..<10_000 { journal.record(.error(StorageError.locked), raisedBy: Editor("again")) }
    #expect(Set(try records().map(\.node.id)).count > 100)
  }

  @Test func `holds tests, and what an object does meanwhile`() throws {
    let tree = attached()
    let state = try tree.state()
    let list = try #require(root.below[0])
    root.onTest = { [journal] in journal.record(.bubble("Car", "open"), raisedBy: list) }
    let id = try #require(
      state.snapshot.positions.map { state.snapshot[$0] }.first { $0.type == "CarList" }?.id)
    let report = try tree.raise(
      Message(kind: .error, domain: "StorageError", code: "28"), atNodeWithID: id, of: state.tree)
    #expect(report.record == 0)
    let all = try records()
    #expect(all.map(\.event) == [.raised, .handled, .raised, .unhandled])
    #expect(all.map(\.isTest) == [true, true, false, false])
    #expect(all[1].handler == state.snapshot.root.id && all[2].cause == 2)
  }

  @Test func `has no tree of such objects at a moment`() throws {
    journal.record(.error(StorageError.locked), raisedBy: root)
    let error = #expect(throws: MomentError.self) { try journal.snapshot(after: 1) }
    #expect(
      error.map { "\($0)" }
        == "a journal doesn't follow the tree of objects that aren't models; 'journal' and "
        + "'history' show what they reported")
  }

  @Test func `keeps the tree of such objects, as of the record at which it was read`() throws {
    let tree = attached()
    journal.lookNow()
    let first = try tree.state().snapshot
    #expect(try journal.snapshot(after: 0, name: "App").dump() == first.dump())
    journal.record(.error(StorageError.locked), raisedBy: root)
    let old = try journal.snapshot(after: 2, name: "App")
    #expect(old.columns.treeAge == 0)
    #expect(old.positions.map { old[$0].type } == first.positions.map { first[$0].type })
    root.below.append(Editor("third"))
    journal.lookNow()
    let last = try tree.state().snapshot
    #expect(last.count == first.count + 1)
    #expect(try journal.snapshot(after: 2, name: "App").dump() == last.dump())
    #expect(try journal.snapshot(after: 1, name: "App").columns.treeAge == 0)
    // Nothing was recorded since.
    let bytes = journal.lines().count
    journal.lookNow()
    #expect(journal.lines().count == bytes)
  }

  @Test func `keeps the last tree of objects that are gone, and retains none`() throws {
    weak var gone: Editor?
    do {
      let editor = Editor("new")
      gone = editor
      journal.record(objectsBelow: editor)
      journal.lookNow()
    }
    #expect(gone == nil)
    journal.record(.error(StorageError.locked), raisedBy: root)
    journal.lookNow()
    let tree = try journal.snapshot(after: 2)
    #expect(tree.root.type == "Editor" && tree.root.label == "new")
    #expect(tree.columns.asOf(0) == 0)
  }

  @Test func `keeps no texts of objects if it keeps names`() throws {
    let names = Journal(bytes: 1 << 18, texts: .names)
    names.record(objectsBelow: root)
    names.lookNow()
    let tree = try names.snapshot(after: 0)
    #expect(tree.count == 6)
    #expect(tree.positions.allSatisfy { tree[$0].label == nil && tree[$0].state.isEmpty })
    #expect(!String(decoding: names.lines(), as: UTF8.self).contains("first"))
  }

  @Test func `says which size would keep a tree that is too large`() throws {
    let small = Journal(bytes: Journal.leastBytes)
    root.below += (0..<100).map { Editor("number \($0)") }
    small.record(objectsBelow: root)
    small.lookNow()
    small.record(.error(StorageError.locked), raisedBy: root)
    #expect(try #require(small.bytesNeeded) > Journal.leastBytes)
    #expect(throws: MomentError.self) { try small.snapshot(after: 2) }
    #expect(try small.contents.records == 1..<3)
  }

  @Test func `reads a large tree no more often than there is room for`() throws {
    root.below += (0..<100).map { Editor("number \($0)") }
    journal.record(objectsBelow: root)
    for number in 0..<200 {
      root.below.append(Editor("later \(number)"))
      journal.record(.error(StorageError.locked), raisedBy: root)
      journal.lookNow()
    }
    let lines = journal.lines().split(separator: UInt8(ascii: "\n"))
    let records = lines.filter { $0.starts(with: #"{"seq""#.utf8) && $0.count < 400 }
    #expect(records.reduce(0) { $0 + $1.count } > journal.bytes / 8)
  }

  @Test func `keeps the tree of objects beside one of models`() throws {
    let session = Library()
    session.record(in: journal)
    journal.record(objectsBelow: root)
    journal.lookNow()
    journal.record(.error(StorageError.locked), raisedBy: root)
    _ = Book(parent: session)
    let contents = try journal.contents
    let objects = try contents.snapshot(at: 2, ofTree: journal.treeOfObjects)
    #expect(objects.root.type == "Router" && objects.columns.treeAge == 0)
    let models = try contents.snapshot(at: journal.recordCount, ofTree: 1)
    #expect(models.positions.map { models[$0].type } == ["Library", "Book"])
    #expect(models.columns.treeAge == nil)
    let types = JournalTypes(of: contents)
    // What comes and goes of objects leaves no record: none is said to have left.
    #expect(types.departure(of: JournalNode(tree: journal.treeOfObjects, id: 1)) == nil)
  }

  @Test func `records nothing that is reported while it looks`() throws {
    let talkative = Talkative(journal)
    let tree = AttachedTree(name: "App", journal: journal) { talkative }
    #expect(try tree.state().snapshot.count == 1)
    #expect(journal.recordCount == 0)
  }

  /// Reports a message whenever its children are read.
  private final class Talkative: @MainActor Inspectable {
    private let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    var inspectedChildren: [AnyObject?] {
      journal.record(.error(StorageError.locked), raisedBy: self)
      return []
    }
  }
}
