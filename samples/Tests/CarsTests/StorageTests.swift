import CarsModels
import Testing

/// What every storage promises.
@Suite struct `Both storages` {
  private let audi: Car.Details
  private let ford: Car.Details
  private let anna: Driver.Details

  init() throws {
    audi = try Car.Details(model: "Audi RS 4", plate: "IN-RS 4")
    ford = try Car.Details(model: "Ford Focus RS", plate: "K-RS 350")
    anna = try Driver.Details(name: "Anna")
  }

  @Test(arguments: StorageKind.allCases)
  func `what was created is read, alone and by number`(kind: StorageKind) async throws {
    let open = try kind.open()
    let storage = open.storage
    #expect(try await storage.readCars() == [])
    let first = try await storage.createCar(audi)
    let second = try await storage.createCar(ford)
    #expect(first == Car(id: Car.ID(1), details: audi))
    #expect(try await storage.readCar(second.id) == second)
    #expect(try await storage.readCars() == [first, second])

    #expect(try await storage.readDrivers() == [])
    let driver = try await storage.createDriver(anna)
    #expect(driver == Driver(id: Driver.ID(1), details: anna))
    #expect(try await storage.readDriver(driver.id) == driver)
    #expect(try await storage.readDrivers() == [driver])
  }

  @Test(arguments: StorageKind.allCases)
  func `what was updated is read as it is now`(kind: StorageKind) async throws {
    let open = try kind.open()
    let storage = open.storage
    var driver = try await storage.createDriver(anna)
    var car = try await storage.createCar(audi)
    car.details = ford
    car.driver = driver.id
    try await storage.updateCar(car)
    #expect(try await storage.readCar(car.id) == car)
    // Its own plate is not taken.
    try await storage.updateCar(car)
    car.driver = nil
    try await storage.updateCar(car)
    #expect(try await storage.readCars() == [car])
    driver.details = try Driver.Details(name: "Bo")
    try await storage.updateDriver(driver)
    #expect(try await storage.readDriver(driver.id) == driver)
  }

  @Test(arguments: StorageKind.allCases)
  func `what was deleted is gone, and its number is not given again`(
    kind: StorageKind
  ) async throws {
    let open = try kind.open()
    let storage = open.storage
    let car = try await storage.createCar(audi)
    try await storage.deleteCar(car.id)
    #expect(try await storage.readCars() == [])
    #expect(try await storage.createCar(audi).id == Car.ID(2))
    let driver = try await storage.createDriver(anna)
    try await storage.deleteDriver(driver.id)
    #expect(try await storage.readDrivers() == [])
    #expect(try await storage.createDriver(anna).id == Driver.ID(2))
  }

  @Test(arguments: StorageKind.allCases)
  func `nobody drives the cars of a driver who was deleted`(kind: StorageKind) async throws {
    let open = try kind.open()
    let storage = open.storage
    let driver = try await storage.createDriver(anna)
    var car = try await storage.createCar(audi)
    car.driver = driver.id
    try await storage.updateCar(car)
    try await storage.deleteDriver(driver.id)
    #expect(try await storage.readCar(car.id).driver == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func `what is not there is named by every operation`(kind: StorageKind) async throws {
    let open = try kind.open()
    let storage = open.storage
    let noCar = StorageError.noCar(Car.ID(9))
    await #expect(throws: noCar) { try await storage.readCar(Car.ID(9)) }
    await #expect(throws: noCar) {
      try await storage.updateCar(Car(id: Car.ID(9), details: audi))
    }
    await #expect(throws: noCar) { try await storage.deleteCar(Car.ID(9)) }
    let noDriver = StorageError.noDriver(Driver.ID(9))
    await #expect(throws: noDriver) { try await storage.readDriver(Driver.ID(9)) }
    await #expect(throws: noDriver) {
      try await storage.updateDriver(Driver(id: Driver.ID(9), details: anna))
    }
    await #expect(throws: noDriver) { try await storage.deleteDriver(Driver.ID(9)) }
    let car = try await storage.createCar(audi)
    await #expect(throws: noDriver) {
      try await storage.updateCar(Car(id: car.id, details: audi, driver: Driver.ID(9)))
    }
    #expect(try await storage.readCar(car.id) == car)
  }

  @Test(arguments: StorageKind.allCases)
  func `two cars have two plates`(kind: StorageKind) async throws {
    let open = try kind.open()
    let storage = open.storage
    let first = try await storage.createCar(audi)
    let second = try await storage.createCar(ford)
    let taken = StorageError.plateTaken("IN-RS 4")
    await #expect(throws: taken) { try await storage.createCar(audi) }
    await #expect(throws: taken) {
      try await storage.updateCar(Car(id: second.id, details: audi))
    }
    #expect(try await storage.readCars() == [first, second])
    // The one that was refused took no number.
    let third = try await storage.createCar(Car.Details(model: "Third", plate: "C 3"))
    #expect(third.id == Car.ID(3))
  }
}
