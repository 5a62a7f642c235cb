import TextIO
import TreeJournal
import TreeLink
import TreeSnapshot

/// What all clients of a running app share: the connection, and what is known of the app.
///
/// An abandoned command keeps the connection it waits on; the next one opens another.
final class RemoteApp: Sendable {
  let place: AppPlace
  let greeting: Greeting
  let known: Lock<Known>
  /// Distinguishes this app's trees from those of other apps in one prompt.
  private let firstTree: Int

  struct Known {
    /// An idle connection.
    var connection: LinkConnection?
    /// The last known tree.
    var state: TreeState?
    /// The journal as last received, including records that the app has since dropped, and the
    /// number of bytes to keep.
    var journal: (look: JournalLook, limit: Int)?
    var hasEnded = false
  }

  /// The maximum number of trees of an app.
  private static let treeLimit = 1 << 32
  private static let apps = Lock(0)

  /// Connects to an app.
  init(_ app: RunningApp, _ connection: LinkConnection, _ attendant: TargetAttendant?) throws {
    place = app.place
    let patience = Self.patience(app.name.isEmpty ? app.word : app.name, attendant)
    greeting = try connection.ask(.hello(.current, client: RemoteTarget.client), patience)
    guard LinkVersion.current.understands(greeting.version) else {
      throw AppLinkError.otherVersion(app: greeting.version)
    }
    let number = Self.apps.withLock { apps in
      apps += 1
      return apps
    }
    firstTree = number * Self.treeLimit
    known = Lock(Known(connection: connection))
  }

  /// The number here of an app's tree.
  func number(ofTree tree: Int, _ key: String) throws(AppLinkError) -> Int {
    if tree < Self.treeLimit { return firstTree + tree }
    throw .badAnswer(
      .wrongType(key: key, expected: "less than \(Self.treeLimit)", found: "\(tree)"))
  }

  /// The app's number of a tree.
  func tree(_ number: Int) -> Int { number - firstTree }

  /// Uses an idle connection.
  ///
  /// - Parameter thenCloses: Whether to close the connection after the answer.
  /// - Throws: `AppLinkError.closed` if the app has ended, or the reason that the wait ended.
  func ask<Answer>(
    _ attendant: TargetAttendant?, thenCloses: Bool = false,
    _ question: (LinkConnection, LinkPatience) throws -> Answer
  ) throws -> Answer {
    let idle = known.withLock { $0.connection.take() }
    // An app with many clients closes connections that were idle for a while.
    let isUsable = idle.map { !$0.isClosed } ?? false
    guard let connection = try isUsable ? idle : LinkConnection(to: place) else {
      known.withLock { $0.hasEnded = true }
      throw AppLinkError.closed
    }
    do {
      let answer = try question(connection, Self.patience(greeting.name, attendant))
      if !thenCloses { known.withLock { $0.connection = connection } }
      return answer
    } catch AppLinkError.closed {
      // By the running app, or by its end.
      let isThere = (try? LinkConnection(to: place)).flatMap { $0 } != nil
      if !isThere { known.withLock { $0.hasEnded = true } }
      throw AppLinkError.closed
    } catch let error as AppLinkError {
      if case .refused = error { known.withLock { $0.connection = connection } }
      throw error
    }
  }

  private static func patience(_ name: String, _ attendant: TargetAttendant?) -> LinkPatience {
    var hasTold = false
    return LinkPatience { time in
      try attendant?.interruption?.check()
      if let limit = attendant?.limit, time >= limit { throw AppLinkError.busy }
      guard time >= .seconds(1), !hasTold else { return }
      hasTold = true
      attendant?.note?(
        "\(name) does not answer: it is stopped, or its tree is busy; waiting for it")
    }
  }
}
