@_exported public import LiveTree
public import ModelTreeJournal
import TextIO
import TreeLink
public import TreeObjects

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An agent that lets `modeltree` attach to this app from another process.
///
/// ```swift
/// let agent = Agent(name: "ExamMaster") { controller.session }
/// try agent.listen()
/// ```
///
/// After that, `modeltree print @ExamMaster` and all other commands answer from the running app,
/// and `modeltree repl @ExamMaster` opens a prompt in it. Only processes of the same user can
/// connect. The tree consists of models, or of any objects that adopt `Inspectable`; the agent
/// accesses it only on its own actor. Between answers, the agent retains no part of the tree, and
/// it does nothing until a request arrives.
///
/// The agent stops when it is released, so keep it as long as the app should be reachable. On
/// request, it raises messages and performs actions: keep it out of release builds.
public final class Agent: Sendable {
  /// An action that the app offers to `do`.
  public typealias Action = AppAction

  private let service: AgentService
  private let end: Lock<ListeningEnd?>

  /// Creates an agent for a tree. Call `listen()` to start it.
  ///
  /// - Parameters:
  ///   - name: the name of the tree, usually that of its app: `modeltree print @NAME`.
  ///   - actions: the actions that `do` performs.
  ///   - adapters: descriptions of objects that don't adopt `Inspectable`.
  ///   - journal: a journal for models that have none, and for the messages that other objects
  ///     report with `record`. Not used if the tree is on an actor other than the main actor.
  ///   - clock: the clock of the app's sessions, which `modeltree explore` holds; nil if it can't be held.
  ///   - isolation: the actor that owns the tree; defaults to the caller's.
  ///   - root: returns the tree's current root, a model or an object that adopts `Inspectable` or
  ///     has an adapter; nil if there is none. It may return a different root each time.
  public init(
    name: String, actions: [Action] = [], adapters: [InspectionAdapter] = [],
    journal: Journal? = nil, exploring clock: ExplorableClock? = nil,
    isolation: isolated any Actor = #isolation,
    root: @escaping () -> AnyObject?
  ) {
    let tree = AttachedTree(
      name: name, actions: actions, adapters: adapters, journal: journal,
      explored: clock.map(\.run), root: root)
    service = AgentService(
      name: name, actions: actions.map(\.description),
      attachment: Attachment(tree, isolation: isolation),
      isExplorable: clock != nil && isolation === MainActor.shared)
    end = Lock(nil)
  }

  deinit { stop() }

  /// Opens the socket and starts to answer requests. Has no effect if the agent is listening
  /// already.
  ///
  /// The socket is in `$MODELTREE_DIR` if that is set, or else in `$XDG_RUNTIME_DIR/modeltree` or
  /// `/tmp/modeltree-UID`. The agent removes it when it stops and when the app calls `exit`. If a
  /// signal or a crash ends the app, `modeltree` recognizes the socket as stale and clears it.
  ///
  /// - Throws: `AgentError` if the folder or the socket can't be used.
  public func listen() throws(AgentError) {
    do throws(AppLinkError) {
      try listen(in: try LinkFolder.forApp())
    } catch {
      throw AgentError.cannotListen(reason: "\(error)")
    }
  }

  /// Listens in a folder.
  func listen(in folder: LinkFolder) throws(AppLinkError) {
    try end.withLock { end throws(AppLinkError) in
      if end == nil { end = try ListeningEnd(service, in: folder) }
    }
  }

  /// Ends all connections and removes the socket. Has no effect if the agent isn't listening.
  public func stop() {
    let ended = end.withLock { end in
      defer { end = nil }
      return end
    }
    ended?.stop()
  }
}

/// The reason that an agent can't be reached.
public enum AgentError: Error, Hashable {
  /// The folder or the socket can't be used; the reason says what to do.
  case cannotListen(reason: String)
}

extension AgentError: CustomStringConvertible {
  /// One clause with the problem and its remedy.
  public var description: String {
    switch self {
    case .cannotListen(let reason): "the agent cannot listen: \(reason)"
    }
  }
}
