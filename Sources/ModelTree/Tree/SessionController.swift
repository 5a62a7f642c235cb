/// Retains the app's session, opens it, keeps it in a store, and replaces it when it closes.
///
/// It is the one object of an app above the tree. An authorized session is kept from
/// when it opens until it closes: the next start opens it again, unless its user has signed out.
@MainActor
public final class SessionController {
  /// The open session; nil before `start()` and after `stop()`.
  public private(set) var session: Session?

  /// Sends each session after it opens, and nil after the last one closes. A new subscriber receives
  /// the present one.
  public var sessionSignal: Signal<Session?> { sessions }

  /// Sends the errors of the store. The app runs on, without what was kept.
  public var archiveErrorSignal: Signal<any Error> { archiveErrors }

  private let sessions = ObservableValue<Session?>(nil)
  private let archiveErrors = SignalPipe<any Error>()

  private let makeAnonymous: () -> Session
  private let makeAuthorized: (Credentials) -> Session
  private let store: any SessionStore
  private var isRunning = false
  /// Whether the session closes because the controller stops, and not because its user signs out.
  private var isStopping = false

  /// The trees of sessions that were closed, as long as something of them lives.
  private(set) var earlierTrees: [EarlierTree] = []
  /// The journal that records the sessions, if any.
  public private(set) var journal: Journal?
  /// Receives the messages that no model of its sessions takes.
  package var lostMessages: LostMessages? {
    didSet { session?.store.lostMessages = lostMessages }
  }
  /// Whether the places are kept from which models leave.
  private var keepsFormerPlaces = false

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - store: where the last authorized session is kept; left out, as long as the process lives.
  ///   - journal: what records all sessions; left out, nothing does.
  ///   - anonymous: makes the session without a user.
  ///   - authorized: makes the session of a user who is signed in.
  public init(
    store: any SessionStore = MemorySessionStore(), journal: Journal? = nil,
    anonymous: @escaping () -> Session, authorized: @escaping (Credentials) -> Session
  ) {
    self.store = store
    self.journal = journal
    makeAnonymous = anonymous
    makeAuthorized = authorized
  }

  /// Opens the first session: the one that the store has kept, else an anonymous one. Without
  /// effect once it has started. Errors of the store go to `archiveErrorSignal`.
  ///
  /// - Parameter credentials: the user who is signed in already, whatever the store has kept.
  public func start(with credentials: Credentials? = nil) {
    guard !isRunning else { return }
    isRunning = true
    if let credentials {
      openSession(of: credentials)
    } else if let archive = loadArchive() {
      open(makeNext { makeAuthorized(archive.credentials) }, archive)
    } else {
      open(makeNext(makeAnonymous), nil)
    }
  }

  /// Closes the session and opens no other. An authorized one is kept for the next start. Without
  /// effect before the start.
  public func stop() {
    guard isRunning else { return }
    archive()
    isRunning = false
    isStopping = true
    session?.close()
    isStopping = false
  }

  /// Keeps the session as it is now, if it is an authorized one: before the app may be ended, or
  /// after something worth keeping has changed. Errors of the store go to
  /// `archiveErrorSignal`.
  public func archive() {
    guard let session, session.isOpen, let credentials = session.credentials else { return }
    var archive = SessionArchive(credentials: credentials)
    if let archiving = session as? any TextArchivingSession {
      do {
        archive.content = try archiving.archivedText()
      } catch {
        report(.content(session: session.typeName, reason: "\(error)"))
        // What was kept before is better than nothing.
        return
      }
    }
    // It may have signed its user out meanwhile.
    if session === self.session, session.isOpen { save(archive) }
  }

  /// Records this session and those that follow from now on.
  ///
  /// - Parameter journal: the journal, in place of another one.
  public func record(in journal: Journal) {
    self.journal = journal
    session?.record(in: journal)
  }

  /// Begins to keep the former places of detached models, for the session's tree and later ones.
  package func beginKeepingFormerPlaces() {
    keepsFormerPlaces = true
    session?.store.beginInspection()
  }

  func sessionDidClose(_ closed: Session, _ credentials: Credentials?) {
    guard closed === session else { return }
    session = nil
    keepsFormerPlaces = closed.store.isInspected
    earlierTrees = earlierTrees.filter { $0.store != nil } + [EarlierTree(store: closed.store)]
    if let credentials {
      openSession(of: credentials)
    } else {
      if !isStopping { tryStore { try $0.clear() } }
      open(makeNext(makeAnonymous), nil)
    }
    if session == nil { sessions.value = nil }
  }

  // Kept before it opens: the user stays signed in if the app is killed from now on.
  private func openSession(of credentials: Credentials) {
    save(SessionArchive(credentials: credentials))
    open(makeNext { makeAuthorized(credentials) }, SessionArchive(credentials: credentials))
  }

  /// Makes a session, unless the controller has stopped.
  private func makeNext(_ make: () -> Session) -> Session? { isRunning ? make() : nil }

  private func open(_ next: Session?, _ archive: SessionArchive?) {
    // The closure that made it, or a subscriber to the store's errors, may have stopped the controller.
    guard let next, isRunning else { return }
    next.controller = self
    next.credentials = archive?.credentials
    session = next
    if let journal { next.record(in: journal) }
    next.store.lostMessages = lostMessages
    if keepsFormerPlaces { next.store.beginInspection() }
    if let content = archive?.content { restore(content, into: next) }
    guard isRunning, session === next else { return }
    next.open()
    // A session may close while it loads; then the signal has sent its successor already.
    if session === next { sessions.value = next }
  }
}

// What the store keeps.
extension SessionController {
  private func loadArchive() -> SessionArchive? {
    do {
      return try store.load()
    } catch {
      archiveErrors.sendNext(error)
      return nil
    }
  }

  private func restore(_ content: String, into session: Session) {
    guard let archiving = session as? any TextArchivingSession else { return }
    do {
      try archiving.restore(text: content)
    } catch {
      report(.content(session: session.typeName, reason: "\(error)"))
    }
  }

  private func save(_ archive: SessionArchive) { tryStore { try $0.save(archive) } }

  private func tryStore(_ work: (any SessionStore) throws -> Void) {
    do {
      try work(store)
    } catch {
      archiveErrors.sendNext(error)
    }
  }

  private func report(_ error: SessionArchiveError) { archiveErrors.sendNext(error) }
}

/// A tree that a session controller held before, as long as one of its models is alive.
struct EarlierTree {
  private(set) weak var store: TreeStore?
}
