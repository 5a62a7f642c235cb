import CarsModels
import SampleApps

/// Puts the app together: a storage that can be taken away, the routers, and the window.
@MainActor
final class CarsApp: SampleApp {
  static let name = "Cars"
  static let actions = UserActions.all

  let storage: FailingStorage
  let router: AppRouter
  let window: Window
  let output: (String) -> Void

  /// Makes the app; it begins with `start()`.
  ///
  /// - Parameters:
  ///   - storage: where cars and drivers are kept.
  ///   - output: shows a line to the person.
  init(storage: any Storage, output: @escaping (String) -> Void) {
    self.storage = FailingStorage(storage)
    self.output = output
    router = AppRouter(storage: self.storage)
    window = Window(output: output)
    router.onChange = { [weak self] in self?.draw() }
    router.onNotice = { [weak self] in self?.window.notify($0) }
  }

  /// An app with the sample's cars and drivers.
  static func sample(output: @escaping (String) -> Void) async throws -> CarsApp {
    try await sample(in: MemoryStorage(), output: output)
  }

  /// The same, kept in a storage that keeps nothing yet.
  static func sample(
    in storage: any Storage, output: @escaping (String) -> Void
  ) async throws -> CarsApp {
    try await SampleGarage.fill(storage)
    let app = CarsApp(storage: storage, output: output)
    await app.start()
    await app.settle()
    return app
  }

  /// Shows the first screen.
  func start() async {
    await storage.observe { [weak router] failure in
      // Without the storage nothing that is shown can be trusted; with it, a person may retry.
      if failure != nil { await router?.reload() }
    }
    router.start()
  }

  /// Asks the storage for something that no router does.
  func ask(_ question: @escaping @MainActor (FailingStorage) async -> Void) {
    router.activity.run { [storage] in await question(storage) }
  }

  /// Waits until everything has been answered, but for what the storage holds back.
  func settle() async {
    while router.activity.count > 0 {
      if await storage.heldCount >= router.activity.count { return }
      try? await Task.sleep(for: .milliseconds(1))
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
