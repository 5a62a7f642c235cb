import CarsModels
import SampleApps

/// Shows drivers, each with the number of cars that the driver has.
final class DriverListController: EditableRowController {
  private let drivers: [Driver]
  private let cars: [Car]
  var onSelect: ((Driver.ID) -> Void)?
  var onEdit: ((Driver.ID) -> Void)?
  var onDelete: ((Driver.ID) -> Void)?

  init(drivers: [Driver], cars: [Car]) {
    self.drivers = drivers
    self.cars = cars
  }

  var view: any View {
    TableView(
      rows: drivers.map { driver in
        let count = cars.count { $0.driver == driver.id }
        return ["\(driver.id)", driver.details.name, count == 1 ? "1 car" : "\(count) cars"]
      })
  }

  func select(_ number: Int) throws(UserError) { onSelect?(try driver(number)) }

  func edit(_ number: Int) throws(UserError) { onEdit?(try driver(number)) }

  func delete(_ number: Int) throws(UserError) { onDelete?(try driver(number)) }

  private func driver(_ number: Int) throws(UserError) -> Driver.ID {
    guard let driver = drivers.first(where: { $0.id.number == number }) else {
      throw UserError("there is no driver \(number) in this list")
    }
    return driver.id
  }
}
