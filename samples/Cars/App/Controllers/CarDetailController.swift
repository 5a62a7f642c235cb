import CarsModels
import SampleApps

/// Shows one car; its driver, if it has one, is the row that can be selected.
final class CarDetailController: RowController {
  private let car: Car
  private let driver: Driver?
  var onSelectDriver: ((Driver.ID) -> Void)?

  init(car: Car, driver: Driver?) {
    self.car = car
    self.driver = driver
  }

  var view: any View {
    FormView(fields: [
      ("model", car.details.model), ("plate", car.details.plate),
      ("driver", driver.map { "\($0.id)  \($0.details.name)" } ?? "nobody"),
    ])
  }

  func select(_ number: Int) throws(UserError) {
    guard let driver, driver.id.number == number else {
      throw UserError("there is no driver \(number) of this car")
    }
    onSelectDriver?(driver.id)
  }
}
