import ExamMasterModels
import ModelTree
import SampleApps

/// The app in a terminal: what a user would see is told in lines, what a user would tap is typed.
@MainActor
final class ExamMasterApp: SampleApp {
  static let name = "ExamMaster"
  static let actions = UserActions.all

  let controller: SessionController
  let window: Window
  let tell: (String) -> Void

  /// Makes the app; it begins with `start()`.
  ///
  /// - Parameters:
  ///   - store: where the session is kept while the app does not run.
  ///   - tell: shows a line to the user.
  init(store: any SessionStore = MemorySessionStore(), tell: @escaping (String) -> Void) {
    self.tell = tell
    window = Window(tell: tell)
    let isolation = TreeIsolation()
    controller = SessionController(
      store: store, anonymous: { AppAnonymousSession(isolation: isolation) },
      authorized: { AppAuthorizedSession($0, isolation: isolation) })
    controller.archiveErrorSignal.subscribeNext { tell("! \($0)") }
    controller.sessionSignal.subscribeNext { [window] session in
      if let session { window.show(session) }
    }
  }

  func start() { controller.start() }

  static func sample(tell: @escaping (String) -> Void) -> ExamMasterApp {
    let app = ExamMasterApp(tell: tell)
    app.start()
    return app
  }

  var root: AnyObject? { controller.session }

  /// The side menu is left by any action but its own.
  func prepare(for action: String) {
    if action != "menu", action != "back" { window.closeMenu() }
  }

  func finish() { controller.stop() }

  /// Waits until every request has been answered.
  func settle() async {
    while let client = busyClient {
      await withCheckedContinuation { continuation in
        var waiting: CheckedContinuation<Void, Never>? = continuation
        client.pendingCount.subscribeNext { count in
          guard count == 0 else { return }
          waiting?.resume()
          waiting = nil
        }.ownedBy(client)
      }
    }
  }

  private var busyClient: DelayedService? {
    guard let session = controller.session else { return nil }
    let clients: [DelayedService?] = [
      try? session.service(AuthorizationClient.self), try? session.service(APIClient.self),
    ]
    return clients.lazy.compactMap { $0 }.first { $0.pendingCount.value > 0 }
  }
}
