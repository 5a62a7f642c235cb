import CarsModels
import GRDB

extension SQLiteStorage: Storage {
  package func createCar(_ details: Car.Details) async throws(StorageError) -> Car {
    try await perform { database in
      var row = CarRow(details)
      try Self.namingConstraints(of: row) { try row.insert(database) }
      return try row.car()
    }
  }

  package func readCar(_ id: Car.ID) async throws(StorageError) -> Car {
    try await perform { database in
      guard let row = try CarRow.fetchOne(database, key: id.number) else {
        throw StorageError.noCar(id)
      }
      return try row.car()
    }
  }

  package func readCars() async throws(StorageError) -> [Car] {
    try await perform { database in
      try CarRow.order(Column("id")).fetchAll(database).map { try $0.car() }
    }
  }

  package func updateCar(_ car: Car) async throws(StorageError) {
    try await perform { database in
      let row = CarRow(car)
      guard try row.exists(database) else { throw StorageError.noCar(car.id) }
      try Self.namingConstraints(of: row) { try row.update(database) }
    }
  }

  package func deleteCar(_ id: Car.ID) async throws(StorageError) {
    try await perform { database in
      guard try CarRow.deleteOne(database, key: id.number) else { throw StorageError.noCar(id) }
    }
  }

  package func createDriver(_ details: Driver.Details) async throws(StorageError) -> Driver {
    try await perform { database in
      var row = DriverRow(details)
      try row.insert(database)
      return try row.driver()
    }
  }

  package func readDriver(_ id: Driver.ID) async throws(StorageError) -> Driver {
    try await perform { database in
      guard let row = try DriverRow.fetchOne(database, key: id.number) else {
        throw StorageError.noDriver(id)
      }
      return try row.driver()
    }
  }

  package func readDrivers() async throws(StorageError) -> [Driver] {
    try await perform { database in
      try DriverRow.order(Column("id")).fetchAll(database).map { try $0.driver() }
    }
  }

  package func updateDriver(_ driver: Driver) async throws(StorageError) {
    try await perform { database in
      let row = DriverRow(driver)
      guard try row.exists(database) else { throw StorageError.noDriver(driver.id) }
      try row.update(database)
    }
  }

  package func deleteDriver(_ id: Driver.ID) async throws(StorageError) {
    try await perform { database in
      guard try DriverRow.deleteOne(database, key: id.number) else {
        throw StorageError.noDriver(id)
      }
    }
  }

  /// Writes a car, and says what it means where the database refuses it.
  private static func namingConstraints(of row: CarRow, _ write: () throws -> Void) throws {
    do {
      try write()
    } catch let error as DatabaseError {
      switch error.extendedResultCode {
      case .SQLITE_CONSTRAINT_UNIQUE: throw StorageError.plateTaken(row.plate)
      case .SQLITE_CONSTRAINT_FOREIGNKEY:
        throw StorageError.noDriver(Driver.ID(Int(row.driverId ?? 0)))
      default: throw error
      }
    }
  }
}
