import CarsModels
import GRDB

/// A car as the database keeps it.
struct CarRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "car"

  private(set) var id: Int64?
  var model: String
  var plate: String
  var driverId: Int64?

  init(_ details: Car.Details) {
    model = details.model
    plate = details.plate
  }

  init(_ car: Car) {
    self.init(car.details)
    id = Int64(car.id.number)
    driverId = car.driver.map { Int64($0.number) }
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  /// The car that the row holds.
  ///
  /// - Throws: `StorageError.unreadable` where it holds none.
  func car() throws(StorageError) -> Car {
    do throws(DetailsError) {
      return Car(
        id: Car.ID(Int(id ?? 0)), details: try Car.Details(model: model, plate: plate),
        driver: driverId.map { Driver.ID(Int($0)) })
    } catch {
      throw .unreadable(what: "car \(id ?? 0)", reason: "\(error)")
    }
  }
}
