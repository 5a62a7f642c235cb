import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSnapshot

/// The state and the connections of a running app.
///
/// An abandoned command keeps the connection it waits on; the next one opens another.
final class RemoteApp: Sendable {
  private let place: AppPlace
  let pid: Int
  let greeting: Greeting
  /// Distinguishes this app's trees from those of other apps in one prompt.
  let firstTree: Int
  /// How many bytes of the journal to keep here; 0 to request all of it each time.
  private let journalBytes: Int
  private let known: Lock<Known>

  private struct Known {
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

  /// Checks a tree's number from an app.
  private static func check(_ tree: Int, of key: String) throws(AppLinkError) {
    guard tree >= treeLimit else { return }
    throw .badAnswer(
      .wrongType(key: key, expected: "less than \(treeLimit)", found: "\(tree)"))
  }

  /// Connects to an app.
  ///
  /// - Parameter journalBytes: How many bytes of its journal to keep here, so that only new records
  ///   are requested; 0 for none.
  init(
    _ app: RunningApp, _ connection: LinkConnection, _ attendant: TargetAttendant?,
    journalBytes: Int
  ) throws {
    self.journalBytes = journalBytes
    place = app.place
    pid = place.pid
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

  var name: String { greeting.name }

  var hasEnded: Bool { known.withLock { $0.hasEnded } }

  /// The current tree, or the last known one if the app has ended.
  func state(_ attendant: TargetAttendant?) throws -> (state: TreeState, isLast: Bool) {
    let last = known.withLock { $0.state }
    do {
      let mark = last.map { TreeMark(tree: $0.tree - firstTree, revision: $0.revision) }
      let look = try ask(attendant) { try $0.look(after: mark, $1) }
      guard case .tree(var state) = look else {
        guard let last else {
          throw AppLinkError.badAnswer(
            .wrongType(key: "same", expected: "left out of the first look", found: "true"))
        }
        return (last, false)
      }
      try Self.check(state.tree, of: "tree")
      state.tree += firstTree
      known.withLock { $0.state = state }
      return (state, false)
    } catch let error as AppLinkError where error == .closed {
      guard let last, hasEnded else { throw error }
      return (last, true)
    }
  }

  /// The part of the app's journal after a record, or more of it.
  func journal(after record: Int, _ attendant: TargetAttendant?) throws -> JournalLook {
    guard journalBytes > 0 else { return try JournalLook(excerpt(after: record, attendant)) }
    let last = known.withLock { $0.journal }
    do {
      let next = try last.flatMap { try following($0.look, limit: $0.limit, attendant) }
      if let last, let next {
        keep(next, limit: last.limit)
        return next
      }
      let whole = try JournalLook(excerpt(after: 0, attendant))
      keep(whole, limit: max(journalBytes, 2 * whole.contents.byteCount))
      return whole
    } catch let error as AppLinkError where error == .closed {
      guard let last, hasEnded else { throw error }
      return last.look
    }
  }

  private func keep(_ look: JournalLook, limit: Int) {
    known.withLock { known in
      // Another thread may have received more meanwhile.
      if let other = known.journal?.look.contents, other.isOfSameProcess(as: look.contents),
        other.records.upperBound > look.contents.records.upperBound
      {
        return
      }
      known.journal = (look, limit)
    }
  }

  /// Whether a part of the journal is available, even after the app's end.
  var keepsJournal: Bool { known.withLock { $0.journal != nil } }

  /// The known journal and newer records; nil if the parts don't fit together.
  private func following(
    _ last: JournalLook, limit: Int, _ attendant: TargetAttendant?
  ) throws -> JournalLook? {
    let record = last.contents.records.upperBound - 1
    do {
      let part = try JournalLook(excerpt(after: record, attendant))
      return last.followed(by: part, limit: limit)
    } catch AppLinkError.refused {
      // After a new journal began, the app has fewer records.
      return nil
    }
  }

  private func excerpt(after record: Int, _ attendant: TargetAttendant?) throws -> JournalExcerpt {
    var excerpt = try ask(attendant) { try $0.journal(after: record, $1) }
    try Self.check(excerpt.tree, of: "tree")
    try Self.check(excerpt.treeInJournal, of: "treeInJournal")
    excerpt.tree += firstTree
    return excerpt
  }

  /// The app's actions, with the values that their parameters take now; empty if unknown.
  func actions(_ attendant: TargetAttendant?) -> [TargetAction] {
    guard greeting.capabilities.contains(.actions), !hasEnded else { return [] }
    return (try? ask(.actions, for: "actions", attendant)) ?? []
  }

  /// Sends a request, and reads its result, or the result's only member.
  func ask<Answer: JSONReadable>(
    _ request: LinkRequest, for member: String? = nil, _ attendant: TargetAttendant?
  ) throws -> Answer {
    try ask(attendant) { try $0.ask(request, for: member, $1) }
  }

  /// Uses an idle connection.
  ///
  /// - Parameter thenCloses: Whether to close the connection after the answer.
  /// - Throws: `AppLinkError.closed` if the app has ended, or the reason that the wait ended.
  func ask<Answer>(
    _ attendant: TargetAttendant?, thenCloses: Bool = false,
    _ question: (LinkConnection, LinkPatience) throws -> Answer
  ) throws -> Answer {
    let connection = try connection()
    do {
      let answer = try question(connection, Self.patience(name, attendant))
      if !thenCloses { keep(connection) }
      return answer
    } catch let error as AppLinkError {
      switch error {
      case .refused: keep(connection)
      case .closed:
        // By the running app, or by its end.
        let isThere = (try? LinkConnection(to: place)).flatMap { $0 } != nil
        if !isThere { known.withLock { $0.hasEnded = true } }
      default: break
      }
      throw error
    }
  }

  private func connection() throws(AppLinkError) -> LinkConnection {
    let idle = known.withLock { known in
      defer { known.connection = nil }
      return known.connection
    }
    // An app with many clients closes connections that were idle for a while.
    if let idle, !idle.isClosed { return idle }
    guard let connection = try LinkConnection(to: place) else {
      known.withLock { $0.hasEnded = true }
      throw .closed
    }
    return connection
  }

  private func keep(_ connection: LinkConnection) {
    known.withLock { $0.connection = connection }
  }

  private static func patience(_ name: String, _ attendant: TargetAttendant?) -> LinkPatience {
    var hasTold = false
    return LinkPatience(limit: attendant?.limit) { time in
      try attendant?.interruption?.check()
      if let silence = attendant?.silence, time >= silence { throw AppLinkError.busy }
      guard time >= .seconds(1), !hasTold else { return }
      hasTold = true
      attendant?.note?(
        "\(name) does not answer: it is stopped, or its tree is busy; waiting for it")
    }
  }
}
