import CarsModels
import ModelTreeJournal
import SampleApps

/// Puts the app together: a storage that can be taken away, the routers, and the window.
@MainActor
final class CarsApp: SampleApp {
  static let name = "Cars"
  static let actions = UserActions.all

  let storage: FailingStorage
  let router: AppRouter
  let window: Window
  let journal: Journal
  let output: (String) -> Void

  /// Makes the app; it begins with `start()`.
  ///
  /// - Parameters:
  ///   - storage: where cars and drivers are kept.
  ///   - journal: records what storage, routers and controllers tell each other.
  ///   - output: shows a line to the person.
  init(
    storage: any Storage, journal: Journal = .sample(), output: @escaping (String) -> Void
  ) {
    self.storage = FailingStorage(storage)
    self.journal = journal
    self.output = output
    router = AppRouter(storage: self.storage, journal: journal)
    window = Window(output: output)
    router.onChange = { [weak self] in self?.draw() }
    router.onNotice = journal.closure("onNotice", of: router, for: self) { [weak self] in
      self?.window.notify($0)
    }
  }

  /// An app with the sample's cars and drivers.
  static func sample(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> CarsApp {
    try await sample(in: MemoryStorage(), recordingIn: journal, output: output)
  }

  /// The same, kept in a storage that keeps nothing yet.
  static func sample(
    in storage: any Storage, recordingIn journal: Journal = .sample(),
    output: @escaping (String) -> Void
  ) async throws -> CarsApp {
    try await SampleGarage.fill(storage)
    let app = CarsApp(storage: storage, journal: journal, output: output)
    await app.start()
    await app.settle()
    return app
  }

  /// Shows the first screen.
  func start() async {
    await storage.observe { [weak self] failure in
      // Without the storage nothing that is shown can be trusted; with it, a person may retry.
      if failure != nil { await self?.storageWasPulled() }
    }
    router.start()
  }

  /// Asks the storage for something that no router does.
  func ask(_ question: @escaping @MainActor (FailingStorage) async -> Void) {
    router.activity.run { [storage] in await question(storage) }
  }

  /// Waits until everything has been answered, but for what the storage holds back.
  func settle() async { await settle(besides: 0) }

  /// - Parameter own: how many activities wait here themselves.
  private func settle(besides own: Int) async {
    while router.activity.count > own {
      if await storage.heldCount >= router.activity.count - own { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Lets the storage answer. What it held back is answered one question after the other: which of several
  /// answers came first would be chance.
  func release() {
    ask { storage in
      await storage.stopHolding()
      while await storage.releaseFirst() { await self.settle(besides: 1) }
    }
  }

  /// What is being stored is stored before the app leaves.
  func finish() async {
    await storage.release()
    await settle()
  }

  func complain(_ error: any Error) { window.notify("\(error)") }

  var root: AnyObject? { self }

  private func draw() {
    guard let front = router.front, let chrome = router.chrome else { return }
    window.draw(front, in: chrome)
  }
}
