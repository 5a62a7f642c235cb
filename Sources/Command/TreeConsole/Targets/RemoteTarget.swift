import Holders
package import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeLink
package import TreeSnapshot

/// A running app, reached over its socket.
///
/// All clients of an app share its known state; each has its own attendant.
package final class RemoteTarget: SharedTarget {
  private let app: RemoteApp
  private let attendant: TargetAttendant?
  /// Whether the app's end was reported.
  private var hasToldEnd = false

  /// The client's name and version.
  static let client = "modeltree \(Version.current)"

  /// How many bytes of an app's journal a prompt keeps at least, so that it is there after the app's end.
  static let promptJournalBytes = 1 << 20

  /// Connects to an app.
  ///
  /// - Parameter journalBytes: How many bytes of its journal to keep here; 0 for none.
  /// - Throws: `AppLinkError` if there is no app of that name, or it can't be reached.
  init(
    _ name: AppName, in search: AppSearch = AppSearch(client: client),
    _ attendant: TargetAttendant?, journalBytes: Int = 0
  ) throws {
    let (app, connection) = try search.find(name)
    self.app = try RemoteApp(app, connection, attendant, journalBytes: journalBytes)
    self.attendant = attendant
  }

  private init(_ app: RemoteApp, _ attendant: TargetAttendant?) {
    self.app = app
    self.attendant = attendant
  }

  /// The words for the running apps.
  static var words: [String] { AppSearch(client: client).words }

  package func attended(by attendant: TargetAttendant) -> any InspectionTarget {
    RemoteTarget(app, attendant)
  }

  /// The same app without an attendant.
  package var view: @Sendable () -> any InspectionTarget { { [app] in RemoteTarget(app, nil) } }

  package var name: String { app.name }

  package var kind: TargetKind { app.hasEnded ? .ended : .remote }

  package var appName: AppName? { AppName(called: app.name) }

  package var capabilities: Set<Capability> {
    if app.hasEnded { return app.keepsJournal ? [.journal] : [] }
    let pairs: [(Greeting.Capability, Capability)] = [
      (.raise, .handlers), (.leaks, .leaks), (.actions, .actions), (.journal, .journal),
      (.exploring, .exploring),
    ]
    return Set(pairs.filter { app.greeting.capabilities.contains($0.0) }.map(\.1))
  }

  package func state() throws -> TreeState {
    let (state, isLast) = try app.state(attendant)
    if isLast, !hasToldEnd {
      hasToldEnd = true
      attendant?.note?(
        """
        \(app.name) (\(app.pid)) has ended; this is its tree as it was last seen, and 'attach' looks \
        at its successor
        """)
    }
    return state
  }

  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    let before = try state()
    guard before.tree == tree else { throw ConsoleError.otherTree }
    let raised: RaisedRoute = try app.ask(
      .raise(message, with: json, node: id, tree: tree - app.firstTree), attendant)
    guard let raiser = before.snapshot.position(ofID: raised.taken.raiser.id) else {
      throw ConsoleError.otherTree
    }
    return RaiseReport(
      before: before, raised.taken, raisedAt: raiser, after: try? app.state(attendant).state,
      notes: raised.notes, record: raised.record)
  }

  package func leakedModels() throws -> [LeakedModel] {
    try app.ask(.leaks, for: "left", attendant)
  }

  package func holders(
    ofType type: String?, shouldEnd: @escaping () -> Bool
  ) throws -> HolderAnswer {
    // The copy ends with the connection.
    try app.ask(attendant, thenCloses: true) { connection, patience in
      let frozen: FrozenLeaks = try connection.ask(.frozenLeaks, patience)
      return try HolderAnswer(frozen.left, type: type) {
        try MemoryScan.report(
          onCopy: frozen.pid, of: app.pid, pause: frozen.pause, $0, shouldEnd: shouldEnd)
      }
    }
  }

  package func journal(after record: Int) throws -> JournalLook {
    try app.journal(after: record, attendant)
  }

  package var actions: [TargetAction] { app.actions(attendant) }

  package func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
    try app.ask(.perform(words: [action] + arguments), attendant)
  }

  package func pass(_ nanoseconds: Int) throws {
    try app.ask(attendant) {
      try $0.tell(.clock(holdsAnswers: nil), $1)
      try $0.tell(.pass(nanoseconds), $1)
    }
  }

  package func holdAnswers() throws {
    try app.ask(attendant) { try $0.tell(.clock(holdsAnswers: true), $1) }
  }

  package func takeAnswer(at place: Int, failing error: String?) throws {
    try app.ask(attendant) { try $0.tell(.answer(place, failing: error), $1) }
  }
}
