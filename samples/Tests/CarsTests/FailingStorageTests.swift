import CarsModels
import Testing

@Suite(.timeLimit(.minutes(20))) struct FailingStorageTests {
  private let storage = FailingStorage(MemoryStorage())
  private let gone = StorageError.unavailable(reason: "gone")

  @Test func `a storage that was pulled answers every question with the error`() async throws {
    let storage: any Storage = storage
    let details = try Car.Details(model: "Audi", plate: "A 1")
    let name = try Driver.Details(name: "Anna")
    let car = try await storage.createCar(details)
    let driver = try await storage.createDriver(name)
    await self.storage.pull(reason: "gone")
    await #expect(throws: gone) { try await storage.createCar(details) }
    await #expect(throws: gone) { try await storage.readCar(car.id) }
    await #expect(throws: gone) { try await storage.readCars() }
    await #expect(throws: gone) { try await storage.updateCar(car) }
    await #expect(throws: gone) { try await storage.deleteCar(car.id) }
    await #expect(throws: gone) { try await storage.createDriver(name) }
    await #expect(throws: gone) { try await storage.readDriver(driver.id) }
    await #expect(throws: gone) { try await storage.readDrivers() }
    await #expect(throws: gone) { try await storage.updateDriver(driver) }
    await #expect(throws: gone) { try await storage.deleteDriver(driver.id) }
    await self.storage.plug()
    #expect(try await storage.readCars() == [car])
    #expect(try await storage.readDrivers() == [driver])
  }

  @Test func `what is held is answered as the storage is when it is released`() async throws {
    await storage.hold()
    let question = Task { [storage] in try await storage.readCars() }
    while await storage.heldCount == 0 { await Task.yield() }
    await storage.pull(reason: "gone")
    await storage.release()
    await #expect(throws: gone) { try await question.value }
    #expect(await storage.heldCount == 0)
  }

  @Test func `observers receive each change once`() async {
    let printed = Told()
    await storage.observe { await printed.add($0) }
    await storage.plug()
    await storage.pull(reason: "gone")
    await storage.pull(reason: "gone")
    await storage.plug()
    #expect(await printed.failures == [gone, nil])
  }

  private actor Told {
    private(set) var failures: [StorageError?] = []
    func add(_ failure: StorageError?) { failures.append(failure) }
  }
}
