import CarsModels
import SampleApps

/// Shows cars, each with the name of its driver.
final class CarListController: EditableRowController {
  private let cars: [Car]
  private let drivers: [Driver.ID: Driver]
  var onSelect: ((Car.ID) -> Void)?
  var onEdit: ((Car.ID) -> Void)?
  var onDelete: ((Car.ID) -> Void)?

  init(cars: [Car], drivers: [Driver]) {
    self.cars = cars
    self.drivers = Dictionary(uniqueKeysWithValues: drivers.map { ($0.id, $0) })
  }

  var view: any View {
    TableView(
      rows: cars.map { car in
        let driver = car.driver.flatMap { drivers[$0]?.details.name }
        return ["\(car.id)", car.details.model, car.details.plate, driver ?? "nobody"]
      })
  }

  func select(_ number: Int) throws(UserError) { onSelect?(try car(number)) }

  func edit(_ number: Int) throws(UserError) { onEdit?(try car(number)) }

  func delete(_ number: Int) throws(UserError) { onDelete?(try car(number)) }

  private func car(_ number: Int) throws(UserError) -> Car.ID {
    guard let car = cars.first(where: { $0.id.number == number }) else {
      throw UserError("there is no car \(number) in this list")
    }
    return car.id
  }
}
