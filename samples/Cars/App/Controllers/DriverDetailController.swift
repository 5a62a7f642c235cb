import CarsModels
import SampleApps

/// Shows one driver; the driver's cars are the rows that can be selected.
final class DriverDetailController: RowController {
  private let driver: Driver
  private let cars: [Car]
  var onSelectCar: ((Car.ID) -> Void)?

  init(driver: Driver, cars: [Car]) {
    self.driver = driver
    self.cars = cars
  }

  var view: any View {
    let rows = cars.map { ["\($0.id)", $0.details.model, $0.details.plate] }
    return FormView(
      fields: [("name", driver.details.name), ("cars", cars.isEmpty ? "none" : "\(cars.count)")],
      below: TableView(rows: rows))
  }

  func select(_ number: Int) throws(UserError) {
    guard let car = cars.first(where: { $0.id.number == number }) else {
      throw UserError("there is no car \(number) of this driver")
    }
    onSelectCar?(car.id)
  }
}
