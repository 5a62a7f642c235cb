public import ModelTree
import TreeJournal

extension Session {
  /// Starts recording everything in the session's tree; for a local session, in the tree around it.
  /// Costs a walk over the tree.
  ///
  /// - Parameter journal: the journal, which replaces a previous one.
  public final func record(in journal: Journal) { store.record(in: journal) }
}

extension SessionController {
  /// Creates a controller whose sessions a journal records.
  ///
  /// - Parameters:
  ///   - store: the store for the last authorized session; by default, it is kept in memory.
  ///   - journal: the journal that records all sessions; nil for none.
  ///   - clock: the clock of sessions that set none of their own; by default, real time.
  ///   - anonymous: creates the session without a user.
  ///   - authorized: creates the session of a signed-in user.
  public convenience init(
    store: any SessionStore = MemorySessionStore(), journal: Journal?,
    clock: (any Clock<Duration>)? = nil, anonymous: @escaping () -> Session,
    authorized: @escaping (Credentials) -> Session
  ) {
    self.init(store: store, clock: clock, anonymous: anonymous, authorized: authorized)
    if let journal { add(journal) }
  }

  /// The journal that records the sessions, if any.
  public var journal: Journal? { observers.lazy.compactMap { $0 as? Journal }.first }

  /// Starts recording this session and all that follow.
  ///
  /// - Parameter journal: the journal, which replaces a previous one.
  public func record(in journal: Journal) {
    if let before = self.journal { remove(before) }
    add(journal)
  }
}

extension Journal: SessionObserver {
  package func begin(_ session: Session) { session.record(in: self) }
}

extension TreeStore {
  private var recorder: TreeRecorder? { observers.lazy.compactMap { $0 as? TreeRecorder }.first }

  /// Records the tree in a journal from now on, and in no other.
  fileprivate func record(in journal: Journal) {
    if let recorder {
      if recorder.journal === journal { return }
      remove(recorder)
      recorder.journal.forget(recorder.number)
    }
    if let appName { journal.setAppName(appName) }
    if let clock = heldClock, clock.ticks != nil {
      journal.writer.hold { Int(clamping: clock.ticks ?? 0) }
    }
    add(journal.join(self))
  }

  /// The journal that records the tree, and the tree's number in it; nil if there is none.
  fileprivate var recording: (journal: Journal, tree: Int)? {
    recorder.map { ($0.journal, $0.number) }
  }
}

extension Model {
  /// The journal that records the model's tree, and the tree's number in it; nil if there is none.
  package var recording: (journal: Journal, tree: Int)? { store.recording }

  /// Records all changes of the model's tree. Costs a walk over it.
  package func beginRecording(in journal: Journal) { store.record(in: journal) }
}
