import TreeJournal
import TreeSnapshot

// What a tree tells its journal. Each is called after the change, and only where there is a journal.
extension TreeStore {
  /// Records the tree in a journal from now on, and in no other.
  func record(in journal: JournalRecorder) {
    if self.journal?.journal === journal { return }
    self.journal.map { $0.journal.forget($0.number) }
    if let appName { journal.writer.setAppName(appName) }
    self.journal = journal.join(self)
  }

  /// A model as records name it.
  @inline(__always)
  private func name(_ node: Int32, _ recorder: TreeRecorder) -> UInt64 {
    recorder.node(links[Int(node)].id)
  }

  /// The name of a message in a tree's journal.
  @inline(__always)
  func name(of key: MessageTable.Key, in recorder: TreeRecorder) -> UInt32 {
    recorder.name(ofMessage: key.number) ?? newName(of: key, in: recorder)
  }

  @inline(never)
  private func newName(of key: MessageTable.Key, in recorder: TreeRecorder) -> UInt32 {
    let code = messages.code(of: key)
    return recorder.newName(
      ofMessage: key.number, kind: messages.kind(of: key).journalNumber,
      domain: messages.domain(of: key), code: code?.code, label: code?.label)
  }

  // MARK: Changes

  func recordAttached(_ node: Int32, _ recorder: TreeRecorder) {
    let links = links[Int(node)]
    let parent = UInt64(truncatingIfNeeded: self.links[Int(links.parent)].id)
    recorder.journal.note(
      .attached, node: recorder.node(links.id), name: recorder.name(of: links.type),
      other: parent | (links.isSession ? JournalFormat.RecordFlag.isSession : 0),
      detail: recorder.word(of: links.source))
  }

  /// Records that the root session is gone, and with it the tree.
  func recordEnd(_ root: Int32, _ recorder: TreeRecorder) {
    recorder.journal.note(
      .detached, node: name(root, recorder), other: JournalFormat.RecordFlag.isSession)
  }

  func recordRegistered(
    _ node: Int32, _ key: MessageTable.Key, _ source: SourceLocation, _ recorder: TreeRecorder
  ) {
    recorder.journal.note(
      .registered, node: name(node, recorder), name: name(of: key, in: recorder),
      detail: recorder.word(of: source))
  }

  func record(
    _ event: JournalEvent, _ node: Int32, _ key: MessageTable.Key, _ recorder: TreeRecorder
  ) {
    recorder.journal.note(event, node: name(node, recorder), name: name(of: key, in: recorder))
  }

  /// Records a change, where there is a journal.
  ///
  /// - Parameters:
  ///   - text: the record's name.
  ///   - place: the place of a service among its session's.
  @inline(__always)
  func record(
    _ event: JournalEvent, _ node: Int32, name text: @autoclosure () -> String? = nil,
    place: Int = 0
  ) {
    withJournal { recorder in
      recorder.journal.note(
        event, node: name(node, recorder), name: text().map { recorder.name(of: $0) } ?? 0,
        other: UInt64(place))
    }
  }

  /// Records that the codes of a domain have become known.
  func recordVocabulary(_ keys: [MessageTable.Key], of node: Int32, _ recorder: TreeRecorder) {
    let names = keys.map { name(of: $0, in: recorder) }
    recorder.journal.note(
      .vocabulary, node: name(node, recorder), name: recorder.name(ofList: names))
  }

  // MARK: Messages

  /// Records that a message was raised, and what became of it.
  ///
  /// - Parameters:
  ///   - taker: the model that takes it; `none` where nobody does.
  ///   - count: the hops up to the taker, or the number of receivers.
  /// - Returns: the record, whose duration is added later.
  func recordOutcome(
    _ event: JournalEvent, of raise: Raise, taker: Int32 = TreeStore.none, count: Int = 0,
    _ recorder: TreeRecorder
  ) -> JournalWriter.Mark {
    recorder.journal.writeMessage(
      event, node: name(raise.node, recorder), name: name(of: raise.key, in: recorder),
      flags: raise.isTest ? JournalFormat.RecordFlag.isTest : 0,
      taker: taker == Self.none ? 0 : UInt64(truncatingIfNeeded: links[Int(taker)].id), count: count
    )
  }
}

/// A message that is under way.
struct Raise {
  let key: MessageTable.Key
  /// The node of its raiser.
  let node: Int32
  let isTest: Bool
}

/// What is recorded of a handler that runs.
enum Handling {
  /// It takes an error or a bubble after so many hops, or an error that no model is registered for.
  case ended(JournalEvent, Raise, hops: Int)
  /// It is one of those that receive an event, whose record has this number.
  case received(UInt64)
}

extension TreeStore {
  /// Runs a handler of a node's model, and records it where somebody asks for that.
  @inline(__always) @MainActor
  func run(at node: Int32, _ handling: Handling, _ handle: @MainActor () -> Void) {
    if isWatched { runWatched(at: node, handling, handle) } else { handle() }
  }

  @inline(never) @MainActor
  private func runWatched(at node: Int32, _ handling: Handling, _ handle: @MainActor () -> Void) {
    guard let present = unretainedJournal else { return runRecorded(at: node, handling, handle) }
    beginRecordedHandler()
    defer { endRecordedHandler() }
    let (mark, outer) = begin(at: node, handling, in: present)
    runRecorded(at: node, handling, handle)
    end(mark, outer, in: present)
  }

  // On no actor, both: a closure of the main actor's would be checked for it.
  @inline(__always)
  private func begin(
    at node: Int32, _ handling: Handling, in journal: Unmanaged<TreeRecorder>
  ) -> (JournalWriter.Mark, JournalWriter.Origin) {
    journal._withUnsafeGuaranteedRef { journal in
      let mark =
        switch handling {
        case .ended(let event, let raise, let hops):
          recordOutcome(event, of: raise, taker: node, count: hops, journal)
        case .received(let record): JournalWriter.Mark(number: record)
        }
      return (mark, journal.journal.begin(mark.number, name(node, journal)))
    }
  }

  @inline(__always)
  private func end(
    _ mark: JournalWriter.Mark, _ outer: JournalWriter.Origin, in journal: Unmanaged<TreeRecorder>
  ) {
    journal._withUnsafeGuaranteedRef { journal in
      journal.journal.end(mark, outer)
    }
  }

  @inline(__always) @MainActor
  private func runRecorded(at node: Int32, _ handling: Handling, _ handle: @MainActor () -> Void) {
    if let recorder { run(at: node, handling, handle, in: recorder) } else { handle() }
  }

  @inline(never) @MainActor
  private func run(
    at node: Int32, _ handling: Handling, _ handle: @MainActor () -> Void,
    in recorder: RouteRecorder
  ) {
    let isUncaught = if case .ended(.uncaught, _, _) = handling { true } else { false }
    recorder.record(stop(at: node), isUncaught: isUncaught, handle)
  }
}
