/// Retains the app's session, opens it, stores it, and replaces it when it closes.
///
/// It is the only object of an app above the tree. An authorized session is stored while it is
/// open: the next start reopens it, unless its user has signed out.
@MainActor
public final class SessionController {
  /// The open session; nil before `start()` and after `stop()`.
  public private(set) var session: Session?

  /// Sends each session after it opens, and nil after the last one closes. A new subscriber
  /// receives the current one.
  public var sessionSignal: Signal<Session?> { sessions }

  /// Sends the errors of the store. The app continues without the stored session.
  public var archiveErrorSignal: Signal<any Error> { archiveErrors }

  private let sessions = ObservableValue<Session?>(nil)
  private let archiveErrors = SignalPipe<any Error>()

  private let makeAnonymous: () -> Session
  private let makeAuthorized: (Credentials) -> Session
  private let store: any SessionStore
  /// The clock of its sessions; nil for their own.
  private let clock: (any Clock<Duration>)?
  private var isRunning = false
  /// Whether the session closes because the controller stops, not because its user signs out.
  private var isStopping = false

  /// The trees of closed sessions, as long as any of their models is alive.
  private(set) var earlierTrees: [Weak<TreeStore>] = []
  /// What watches its sessions, each before it opens.
  package private(set) var observers: [any SessionObserver] = []
  /// What watched the tree of the session before.
  private var earlierObserver: (any TreeObserver)?

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - store: the store for the last authorized session; by default, it is kept in memory.
  ///   - clock: the clock of sessions that set none of their own; by default, real time.
  ///   - anonymous: creates the session without a user.
  ///   - authorized: creates the session of a signed-in user.
  public init(
    store: any SessionStore = MemorySessionStore(), clock: (any Clock<Duration>)? = nil,
    anonymous: @escaping () -> Session,
    authorized: @escaping (Credentials) -> Session
  ) {
    self.store = store
    // An app that is explored in its own process waits by the explorer's clock.
    self.clock = clock.map { NewSessions.observer?.clock(insteadOf: $0) ?? $0 }
    makeAnonymous = anonymous
    makeAuthorized = authorized
  }

  /// Opens the first session: the stored one, or otherwise an anonymous one. Has no effect once
  /// started. `archiveErrorSignal` sends errors of the store.
  ///
  /// - Parameter credentials: a user who is already signed in; the stored session is then ignored.
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

  /// Closes the session and opens no other. An authorized session stays stored for the next start.
  /// Has no effect before the start.
  public func stop() {
    guard isRunning else { return }
    archive()
    isRunning = false
    isStopping = true
    session?.close()
    isStopping = false
  }

  /// Stores the current state of the session, if it is authorized. Call it before the app may be
  /// terminated, or after something worth keeping has changed. `archiveErrorSignal` sends errors of
  /// the store.
  public func archive() {
    guard let session, session.isOpen, let credentials = session.credentials else { return }
    var archive = SessionArchive(credentials: credentials)
    if let archiving = session as? any TextArchivingSession {
      do {
        archive.content = try archiving.archivedText()
      } catch {
        report(.content(session: session.typeName, reason: "\(error)"))
        // An earlier archive is better than none.
        return
      }
    }
    // The user may have signed out meanwhile.
    if session === self.session, session.isOpen { save(archive) }
  }

  /// Adds what watches this session and all that follow.
  package func add(_ observer: any SessionObserver) {
    remove(observer)
    observers.append(observer)
    if let session { observer.begin(session) }
  }

  /// Removes what watches the sessions that follow.
  package func remove(_ observer: any SessionObserver) { observers.removeAll { $0 === observer } }

  func sessionDidClose(_ closed: Session, _ credentials: Credentials?) {
    guard closed === session else { return }
    session = nil
    earlierObserver = closed.store.observer
    earlierTrees = earlierTrees.filter { $0.object != nil } + [Weak(object: closed.store)]
    if let credentials {
      openSession(of: credentials)
    } else {
      if !isStopping { tryStore { try $0.clear() } }
      open(makeNext(makeAnonymous), nil)
    }
    if session == nil { sessions.value = nil }
  }

  // Stored before it opens, so that the user stays signed in if the app is killed.
  private func openSession(of credentials: Credentials) {
    save(SessionArchive(credentials: credentials))
    open(makeNext { makeAuthorized(credentials) }, SessionArchive(credentials: credentials))
  }

  /// Creates a session, unless the controller has stopped.
  private func makeNext(_ make: () -> Session) -> Session? { isRunning ? make() : nil }

  private func open(_ next: Session?, _ archive: SessionArchive?) {
    // The closure, or a subscriber to the store's errors, may have stopped the controller.
    guard let next, isRunning else { return }
    next.controller = self
    next.credentials = archive?.credentials
    session = next
    earlierObserver?.replaced(by: next)
    earlierObserver = nil
    if let clock { next.wait(by: clock) }
    for observer in observers { observer.begin(next) }
    if let content = archive?.content { restore(content, into: next) }
    guard isRunning, session === next else { return }
    next.open()
    // If a session closes while it loads, the signal has already sent its successor.
    if session === next { sessions.value = next }
  }
}

// The controller's use of the store.
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
