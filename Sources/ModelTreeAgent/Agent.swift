@_exported public import LiveTree
public import ModelTree
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

/// Lets `modeltree` look at this app's tree from outside.
///
/// ```swift
/// let agent = Agent(name: "ExamMaster") { controller.session }
/// try agent.listen()
/// ```
///
/// From then on, `modeltree print @ExamMaster` and all other commands answer from the running app, and
/// `modeltree repl @ExamMaster` opens a prompt in it. Only processes of the same user can connect. The
/// tree is one of models, or of any objects that adopt `Inspectable`; whatever an agent does to it, it
/// does on the tree's own actor. Nothing of the tree is retained between one answer and the next, and
/// without a request, nothing runs.
///
/// The agent stops when it is released, so keep it for as long as the app should be reachable. It acts
/// on request: it raises messages and performs actions. Keep it out of release builds.
public final class Agent: Sendable {
  /// Something that the app offers to do when it is asked with `do`.
  public typealias Action = AppAction

  private let service: AgentService
  private let end: Lock<ListeningEnd?>

  /// Prepares to answer for a tree.
  ///
  /// - Parameters:
  ///   - name: what the tree is called, usually after its app: `modeltree print @NAME`.
  ///   - actions: what the app offers to do with `do`.
  ///   - adapters: how the objects of classes are seen that do not adopt `Inspectable`.
  ///   - journal: records trees of models that have no journal of their own, and holds what other
  ///     objects report to it with `record`. It is not used for a tree on another actor than the main
  ///     one.
  ///   - isolation: the actor that the tree lives on; left out, it is the caller's.
  ///   - root: gives the tree's root, which may change; nil if there is none.
  ///     It is a model, or an object that adopts `Inspectable` or has an adapter.
  public init(
    name: String, actions: [Action] = [], adapters: [InspectionAdapter] = [],
    journal: Journal? = nil, isolation: isolated any Actor = #isolation,
    root: @escaping () -> AnyObject?
  ) {
    let tree = AttachedTree(
      name: name, actions: actions, adapters: adapters, journal: journal, root: root)
    service = AgentService(
      name: name, actions: actions.map(\.description),
      attachment: Attachment(tree, isolation: isolation))
    end = Lock(nil)
  }

  deinit { stop() }

  /// Opens the socket, and answers from then on. Listening already, it does nothing.
  ///
  /// The socket lies in `$MODELTREE_DIR`, else in `$XDG_RUNTIME_DIR/modeltree`, else in
  /// `/tmp/modeltree-UID`. It is removed when the agent stops and when the app calls `exit`. If a signal or a
  /// crash ends the app, `modeltree` recognizes the socket as stale and clears it.
  ///
  /// - Throws: `AgentError` where the folder or the socket cannot be used.
  public func listen() throws(AgentError) {
    do throws(AppLinkError) {
      try listen(in: try LinkFolder.forApp())
    } catch {
      throw AgentError.cannotListen(reason: "\(error)")
    }
  }

  /// The same in a folder.
  func listen(in folder: LinkFolder) throws(AppLinkError) {
    try end.withLock { end throws(AppLinkError) in
      if end == nil { end = try ListeningEnd(service, in: folder) }
    }
  }

  /// Ends all connections and removes the socket. Not listening, it does nothing.
  public func stop() {
    let ended = end.withLock { end in
      defer { end = nil }
      return end
    }
    ended?.stop()
  }
}

/// Why an agent cannot be reached.
public enum AgentError: Error, Hashable {
  /// The folder or the socket cannot be used, for a reason that says what to do.
  case cannotListen(reason: String)
}

extension AgentError: CustomStringConvertible {
  /// One clause that says why, and what to do.
  public var description: String {
    switch self {
    case .cannotListen(let reason): "the agent cannot listen: \(reason)"
    }
  }
}
