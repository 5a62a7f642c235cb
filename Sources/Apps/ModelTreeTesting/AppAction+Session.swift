public import LiveTree
public import ModelTree
import TextIO
import TreeAnalysis
import TreeSnapshot

extension AppAction {
  /// Closes an open local session, as its owner would, in an app that allows it.
  ///
  /// ```swift
  /// ExploredApp(actions: app.actions + [.closeSession { app.session }]) { app.session }
  /// ```
  ///
  /// - Parameter root: returns the session at the root; nil if there is none.
  @MainActor
  public static func closeSession(of root: @escaping @MainActor () -> Session?) -> AppAction {
    AppAction(
      "close-session SESSION", help: "Close a local session.",
      values: ["SESSION": { root().map(openSessions) ?? [] }]
    ) { words in
      guard let root = root() else { throw NoTreeError() }
      let tree = root.snapshot()
      let id = tree[try Selector(words[0]).node(in: tree)].id
      guard let session = root.model(withID: id) as? Session, session.isOpen,
        session !== root
      else {
        throw NotOpenError(selector: words[0])
      }
      session.close()
      return ""
    }
  }

  /// The paths of the open local sessions.
  @MainActor
  private static func openSessions(below root: Session) -> [String] {
    let tree = root.snapshot()
    let paths = NodePaths(tree)
    return root.subtree.dropFirst().compactMap { $0 as? Session }.filter(\.isOpen).compactMap {
      tree.position(ofID: $0.id).map { paths.path(of: $0).string }
    }
  }
}

/// What should be closed isn't an open local session.
private struct NotOpenError: Error, CustomStringConvertible {
  let selector: String
  var description: String { "'\(selector)' isn't an open local session" }
}
