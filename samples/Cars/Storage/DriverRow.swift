import CarsModels
import GRDB

/// A driver as the database keeps one.
struct DriverRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "driver"

  private(set) var id: Int64?
  var name: String

  init(_ details: Driver.Details) { name = details.name }

  init(_ driver: Driver) {
    self.init(driver.details)
    id = Int64(driver.id.number)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  /// The driver whom the row holds.
  ///
  /// - Throws: `StorageError.unreadable` where it holds none.
  func driver() throws(StorageError) -> Driver {
    do throws(DetailsError) {
      return Driver(id: Driver.ID(Int(id ?? 0)), details: try Driver.Details(name: name))
    } catch {
      throw .unreadable(what: "driver \(id ?? 0)", reason: "\(error)")
    }
  }
}
