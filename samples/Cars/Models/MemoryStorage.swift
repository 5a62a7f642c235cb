/// Keeps cars and drivers as long as it lives.
package actor MemoryStorage: Storage {
  private var cars: [Car.ID: Car] = [:]
  private var drivers: [Driver.ID: Driver] = [:]
  private var lastCar = 0
  private var lastDriver = 0

  /// Makes a storage that keeps nothing yet.
  package init() {}

  package func createCar(_ details: Car.Details) async throws(StorageError) -> Car {
    try checkPlate(of: details, except: nil)
    lastCar += 1
    let car = Car(id: Car.ID(lastCar), details: details)
    cars[car.id] = car
    return car
  }

  package func readCar(_ id: Car.ID) async throws(StorageError) -> Car {
    guard let car = cars[id] else { throw .noCar(id) }
    return car
  }

  package func readCars() async throws(StorageError) -> [Car] {
    cars.values.sorted { $0.id < $1.id }
  }

  package func updateCar(_ car: Car) async throws(StorageError) {
    guard cars[car.id] != nil else { throw .noCar(car.id) }
    if let driver = car.driver, drivers[driver] == nil { throw .noDriver(driver) }
    try checkPlate(of: car.details, except: car.id)
    cars[car.id] = car
  }

  package func deleteCar(_ id: Car.ID) async throws(StorageError) {
    guard cars.removeValue(forKey: id) != nil else { throw .noCar(id) }
  }

  package func createDriver(_ details: Driver.Details) async throws(StorageError) -> Driver {
    lastDriver += 1
    let driver = Driver(id: Driver.ID(lastDriver), details: details)
    drivers[driver.id] = driver
    return driver
  }

  package func readDriver(_ id: Driver.ID) async throws(StorageError) -> Driver {
    guard let driver = drivers[id] else { throw .noDriver(id) }
    return driver
  }

  package func readDrivers() async throws(StorageError) -> [Driver] {
    drivers.values.sorted { $0.id < $1.id }
  }

  package func updateDriver(_ driver: Driver) async throws(StorageError) {
    guard drivers[driver.id] != nil else { throw .noDriver(driver.id) }
    drivers[driver.id] = driver
  }

  package func deleteDriver(_ id: Driver.ID) async throws(StorageError) {
    guard drivers.removeValue(forKey: id) != nil else { throw .noDriver(id) }
    for car in cars.values where car.driver == id { cars[car.id]?.driver = nil }
  }

  private func checkPlate(of details: Car.Details, except id: Car.ID?) throws(StorageError) {
    let isTaken = cars.values.contains { $0.details.plate == details.plate && $0.id != id }
    if isTaken { throw .plateTaken(details.plate) }
  }
}
