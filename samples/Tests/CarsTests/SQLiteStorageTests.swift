import CarsModels
import CarsStorage
import Foundation
import GRDB
import Testing

/// What only a database can do, and do wrong.
@Suite struct `SQLite storage` {
  private let file = TemporaryFile()

  private func details() throws -> Car.Details { try Car.Details(model: "Audi", plate: "A 1") }

  @Test func `a file keeps cars and the numbers that were given`() async throws {
    var storage = try SQLiteStorage(path: file.path)
    let kept = try await storage.createCar(details())
    let gone = try await storage.createCar(Car.Details(model: "Gone", plate: "G 1"))
    try await storage.deleteCar(gone.id)
    storage = try SQLiteStorage(path: file.path)
    #expect(try await storage.readCars() == [kept])
    #expect(try await storage.createCar(Car.Details(model: "New", plate: "N 1")).id == Car.ID(3))
  }

  @Test func `a row that holds no car is an error that names it`() async throws {
    let storage = try SQLiteStorage(path: file.path)
    let car = try await storage.createCar(details())
    let driver = try await storage.createDriver(Driver.Details(name: "Anna"))
    let database = try DatabaseQueue(path: file.path)
    try await database.write { database in
      try database.execute(sql: "update car set plate = '?'; update driver set name = ''")
    }
    let noPlate = DetailsError.notAPlate("?")
    let unreadable = StorageError.unreadable(what: "car 1", reason: "\(noPlate)")
    await #expect(throws: unreadable) { try await storage.readCar(car.id) }
    await #expect(throws: unreadable) { try await storage.readCars() }
    let error = await #expect(throws: StorageError.self) {
      try await storage.readDriver(driver.id)
    }
    #expect(error?.description == "driver 1 cannot be read: the name is missing")
  }

  @Test func `a file that is no database cannot be opened`() throws {
    try Data("no database, but long enough to look like one might".utf8)
      .write(to: URL(filePath: file.path))
    let error = #expect(throws: StorageError.self) { try SQLiteStorage(path: file.path) }
    #expect(error?.description == "the storage is not available: file is not a database")
  }

  @Test func `a table that somebody dropped makes the storage unavailable`() async throws {
    let storage = try SQLiteStorage(path: file.path)
    let database = try DatabaseQueue(path: file.path)
    try await database.write { try $0.execute(sql: "drop table car") }
    let error = await #expect(throws: StorageError.self) { try await storage.readCars() }
    #expect(error?.description == "the storage is not available: no such table: car")
  }
}
