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

  /// How many bytes of an app's journal to keep here at least: it is there after the app's end. At 10,000
  /// records a second, half a minute.
  private static let journalBytes = 16 << 20

  /// Connects to an app.
  ///
  /// - Throws: `AppLinkError` if there is no app of that name, or it can't be reached.
  init(
    _ name: AppName, in search: AppSearch = AppSearch(client: client), _ attendant: TargetAttendant?
  ) throws {
    let (app, connection) = try search.find(name)
    self.app = try RemoteApp(app, connection, attendant)
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

  package var name: String { app.greeting.name }

  private var hasEnded: Bool { app.known.withLock { $0.hasEnded } }

  package var kind: TargetKind { hasEnded ? .ended : .remote }

  package var appName: AppName? { AppName(called: name) }

  package var capabilities: Set<Capability> {
    if hasEnded { return app.known.withLock { $0.journal } == nil ? [] : [.journal] }
    return Set(app.greeting.capabilities.compactMap { Capability(rawValue: $0.rawValue) })
  }

  /// The current tree, or the last known one if the app has ended.
  package func state() throws -> TreeState {
    let last = app.known.withLock { $0.state }
    do {
      let mark = last.map { TreeMark(tree: app.tree($0.tree), revision: $0.revision) }
      guard case .tree(var state) = try app.ask(attendant, { try $0.look(after: mark, $1) }) else {
        if let last { return last }
        throw AppLinkError.badAnswer(
          .wrongType(key: "same", expected: "left out of the first look", found: "true"))
      }
      state.tree = try app.number(ofTree: state.tree, "tree")
      app.known.withLock { $0.state = state }
      return state
    } catch AppLinkError.closed {
      guard let last, hasEnded else { throw AppLinkError.closed }
      if !hasToldEnd {
        attendant?.note?(
          """
          \(name) (\(app.place.pid)) has ended; this is its tree as it was last seen, and 'attach' \
          looks at its successor
          """)
      }
      hasToldEnd = true
      return last
    }
  }

  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    let before = try state()
    guard before.tree == tree else { throw ConsoleError.otherTree }
    let raised: RaisedRoute = try ask(.raise(message, with: json, node: id, tree: app.tree(tree)))
    guard let raiser = before.snapshot.position(ofID: raised.taken.raiser.id) else {
      throw ConsoleError.otherTree
    }
    return RaiseReport(
      before: before, raised.taken, raisedAt: raiser, after: try? state(), notes: raised.notes,
      record: raised.record)
  }

  package func leakedModels() throws -> [LeakedModel] {
    try ask(.leaks, for: "left")
  }

  package func holders(shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
    // The copy ends with the connection.
    try app.ask(attendant, thenCloses: true) { connection, patience in
      let frozen: FrozenLeaks = try connection.ask(.frozenLeaks, patience)
      return try HolderAnswer(frozen.left) {
        try MemoryScan.report(
          onCopy: frozen.pid, of: app.place.pid, pause: frozen.pause, $0, shouldEnd: shouldEnd)
      }
    }
  }

  /// The whole journal, with the records that the app has dropped since they were received.
  package func journal() throws -> JournalLook {
    let kept = app.known.withLock { $0.journal }
    do {
      // A new journal of the app has fewer records.
      let part = kept.flatMap { try? excerpt(after: $0.look.lastRecord) }
      let next = part.flatMap { kept?.look.followed(by: $0, limit: kept?.limit ?? 0) }
      let look = try next ?? excerpt(after: 0)
      let limit = next == nil ? nil : kept?.limit
      app.known.withLock {
        $0.journal = (look, limit ?? max(Self.journalBytes, 2 * look.contents.byteCount))
      }
      return look
    } catch AppLinkError.closed {
      guard let kept, hasEnded else { throw AppLinkError.closed }
      return kept.look
    }
  }

  private func excerpt(after record: Int) throws -> JournalLook {
    var excerpt = try app.ask(attendant) { try $0.journal(after: record, $1) }
    excerpt.tree = try app.number(ofTree: excerpt.tree, "tree")
    _ = try app.number(ofTree: excerpt.treeInJournal, "treeInJournal")
    return try JournalLook(excerpt)
  }

  /// The app's actions, with the values that their parameters take now; empty if unknown.
  package var actions: [TargetAction] {
    capabilities.contains(.actions) ? (try? ask(.actions, for: "actions")) ?? [] : []
  }

  package func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
    try ask(.perform(words: [action] + arguments))
  }

  /// Sends a request, and reads its result, or the result's only member.
  private func ask<Answer: JSONReadable>(
    _ request: LinkRequest, for member: String? = nil
  ) throws -> Answer {
    try app.ask(attendant) { try $0.ask(request, for: member, $1) }
  }

  package func tell(_ requests: [LinkRequest]) throws {
    for request in requests { let _: Settlement = try ask(request) }
  }
}
