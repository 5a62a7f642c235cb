/// Who is signed in.
public struct Credentials: Hashable, Sendable, Codable {
  /// The user's id.
  public var userID: String
  /// The name to show.
  public var userName: String
  /// What the services sign their requests with.
  public var token: String

  /// Makes credentials.
  public init(userID: String, userName: String, token: String) {
    self.userID = userID
    self.userName = userName
    self.token = token
  }
}

/// Retains the app's session, opens it, and replaces it when it closes.
///
/// It is the one object of an app that stands above the tree.
public final class SessionController {
  /// The open session; nil before `start()` and after `stop()`.
  public private(set) var session: Session?

  /// Tells of each session, after it was opened. New subscribers get the present one.
  public let sessionSignal = Observable<Session?>(nil)

  private let makeAnonymous: () -> Session
  private let makeAuthorized: (Credentials) -> Session
  private var isRunning = false

  /// Tells how the app's sessions are made.
  ///
  /// - Parameters:
  ///   - anonymous: makes the session of a user who is not signed in.
  ///   - authorized: makes the session of a user who is.
  public init(
    anonymous: @escaping () -> Session, authorized: @escaping (Credentials) -> Session
  ) {
    makeAnonymous = anonymous
    makeAuthorized = authorized
  }

  /// Opens the first session.
  ///
  /// - Parameter credentials: who is signed in already; nil opens an anonymous session.
  public func start(with credentials: Credentials? = nil) {
    guard !isRunning else { return }
    isRunning = true
    openSession(credentials)
  }

  /// Closes the session and opens no other.
  public func stop() {
    isRunning = false
    session?.close()
  }

  func sessionDidClose(_ closed: Session, _ credentials: Credentials?) {
    guard closed === session else { return }
    session = nil
    if isRunning { openSession(credentials) } else { sessionSignal.value = nil }
  }

  private func openSession(_ credentials: Credentials?) {
    let next = credentials.map(makeAuthorized) ?? makeAnonymous()
    next.controller = self
    session = next
    next.open()
    // A session may close while it loads; then its successor has told of itself already.
    if session === next { sessionSignal.value = next }
  }
}
