/// Fails on demand, and otherwise answers as the storage behind it.
package actor FailingStorage {
  /// Receives the error that every question will get, or nil where they are answered again.
  package typealias Observer = @Sendable (StorageError?) async -> Void

  private let storage: any Storage
  private var failure: StorageError?
  private var isHolding = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var observers: [Observer] = []

  /// Makes a storage that answers as another one until it is pulled or held.
  package init(_ storage: any Storage) { self.storage = storage }

  /// The questions that wait for `release()`.
  package var heldCount: Int { held.count }

  /// Tells an observer from now on when the storage is pulled and plugged.
  package func observe(_ observer: @escaping Observer) { observers.append(observer) }

  /// Answers every question with an error from now on, also those that are held.
  ///
  /// - Parameter reason: what the error says.
  package func pull(reason: String) async {
    await setFailure(.unavailable(reason: reason))
  }

  /// Answers again.
  package func plug() async { await setFailure(nil) }

  /// Keeps every question waiting from now on.
  package func hold() { isHolding = true }

  /// Answers later questions at once; questions that wait already go on waiting.
  package func stopHolding() { isHolding = false }

  /// Answers the questions that wait, and the ones to come.
  package func release() {
    isHolding = false
    while releaseFirst() {}
  }

  /// Answers the question that waits longest.
  ///
  /// - Returns: whether there was one.
  package func releaseFirst() -> Bool {
    if held.isEmpty { return false }
    held.removeFirst().resume()
    return true
  }

  private func setFailure(_ failure: StorageError?) async {
    guard failure != self.failure else { return }
    self.failure = failure
    for observer in observers { await observer(failure) }
  }

  /// Where every question comes through before the storage behind gets it.
  private func admit() async throws(StorageError) {
    if isHolding { await withCheckedContinuation { held.append($0) } }
    if let failure { throw failure }
  }
}

extension FailingStorage: Storage {
  package func createCar(_ details: Car.Details) async throws(StorageError) -> Car {
    try await admit()
    return try await storage.createCar(details)
  }

  package func readCar(_ id: Car.ID) async throws(StorageError) -> Car {
    try await admit()
    return try await storage.readCar(id)
  }

  package func readCars() async throws(StorageError) -> [Car] {
    try await admit()
    return try await storage.readCars()
  }

  package func updateCar(_ car: Car) async throws(StorageError) {
    try await admit()
    try await storage.updateCar(car)
  }

  package func deleteCar(_ id: Car.ID) async throws(StorageError) {
    try await admit()
    try await storage.deleteCar(id)
  }

  package func createDriver(_ details: Driver.Details) async throws(StorageError) -> Driver {
    try await admit()
    return try await storage.createDriver(details)
  }

  package func readDriver(_ id: Driver.ID) async throws(StorageError) -> Driver {
    try await admit()
    return try await storage.readDriver(id)
  }

  package func readDrivers() async throws(StorageError) -> [Driver] {
    try await admit()
    return try await storage.readDrivers()
  }

  package func updateDriver(_ driver: Driver) async throws(StorageError) {
    try await admit()
    try await storage.updateDriver(driver)
  }

  package func deleteDriver(_ id: Driver.ID) async throws(StorageError) {
    try await admit()
    try await storage.deleteDriver(id)
  }
}
