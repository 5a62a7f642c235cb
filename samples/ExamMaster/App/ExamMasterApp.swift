import ExamMasterModels
import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import SampleApps

/// The app in a terminal: what a user would see is printed in lines, what a user would tap is typed.
@MainActor
final class ExamMasterApp: SampleApp {
  let controller: SessionController
  let window: Window

  /// Makes the app; it begins with `start()`.
  ///
  /// - Parameters:
  ///   - store: where the session is kept while the app does not run.
  ///   - journal: records what the app does.
  ///   - clock: what its sessions wait by.
  ///   - output: shows a line to the user.
  init(
    store: any SessionStore = MemorySessionStore(), journal: Journal = .sample(),
    clock: ExplorableClock = ExplorableClock(), output: @escaping (String) -> Void
  ) {
    window = Window(output: output)
    controller = SessionController(
      store: store, journal: journal, clock: clock, anonymous: { AppAnonymousSession() },
      authorized: { AppAuthorizedSession($0) })
    self.journal = journal
    self.clock = clock
    self.output = output
    controller.archiveErrorSignal.subscribeNext { output("! \($0)") }
    controller.sessionSignal.subscribeNext { [window] session in
      if let session { window.show(session) }
    }
  }

  static let name = "ExamMaster"
  static let actions = UserActions.all
  let journal: Journal
  // In a release build it would be left out, as the agent.
  let clock: ExplorableClock?
  let output: (String) -> Void

  func start() { controller.start() }

  static func sample(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) -> ExamMasterApp {
    let app = ExamMasterApp(journal: journal, output: output)
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
    // A request begins when the main actor is free.
    await Task.yield()
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
