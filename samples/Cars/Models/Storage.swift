/// Where cars and drivers are kept, whatever that is: it talks to the persistence, and turns what
/// the persistence holds into cars and drivers.
///
/// Every question can end with `StorageError.unavailable`; each says which other errors it has.
package protocol Storage: Sendable {
  /// Stores a new car without a driver.
  ///
  /// - Returns: the car, with its number.
  /// - Throws: `plateTaken` where another car has the plate.
  func createCar(_ details: Car.Details) async throws(StorageError) -> Car

  /// One car.
  ///
  /// - Throws: `noCar`; `unreadable` where what is kept is no car.
  func readCar(_ id: Car.ID) async throws(StorageError) -> Car

  /// Every car, by number.
  ///
  /// - Throws: `unreadable` where what is kept as one of them is no car.
  func readCars() async throws(StorageError) -> [Car]

  /// Keeps a car in place of the one with its number.
  ///
  /// - Throws: `noCar`; `plateTaken` where another car has the plate; `noDriver` where its driver is
  ///   not kept.
  func updateCar(_ car: Car) async throws(StorageError)

  /// Keeps a car no longer. Its number is not given again.
  ///
  /// - Throws: `noCar`.
  func deleteCar(_ id: Car.ID) async throws(StorageError)

  /// Keeps a new driver.
  ///
  /// - Returns: the driver, with a number.
  func createDriver(_ details: Driver.Details) async throws(StorageError) -> Driver

  /// One driver.
  ///
  /// - Throws: `noDriver`; `unreadable` where what is kept is no driver.
  func readDriver(_ id: Driver.ID) async throws(StorageError) -> Driver

  /// Every driver, by number.
  ///
  /// - Throws: `unreadable` where what is kept as one of them is no driver.
  func readDrivers() async throws(StorageError) -> [Driver]

  /// Keeps a driver in place of the one with the same number.
  ///
  /// - Throws: `noDriver`.
  func updateDriver(_ driver: Driver) async throws(StorageError)

  /// Removes a driver, whose cars have no driver then. The number is not used again.
  ///
  /// - Throws: `noDriver`.
  func deleteDriver(_ id: Driver.ID) async throws(StorageError)
}
