import CarsModels
import SampleApps

/// Lets a person pick one of several drivers.
final class DriverPickerController: Controller {
  private let drivers: [Driver]
  private let picked: Driver.ID?
  var onPick: ((Driver.ID) -> Void)?

  /// - Parameter picked: the driver who is marked.
  init(drivers: [Driver], picked: Driver.ID?) {
    self.drivers = drivers
    self.picked = picked
  }

  var view: any View {
    TableView(
      rows: drivers.map {
        ["\($0.id)", $0.id == picked ? "\($0.details.name) (now)" : $0.details.name]
      })
  }

  /// A person picked the driver with a number.
  ///
  /// - Throws: `UserError` where there is no such driver.
  func pick(_ number: Int) throws(UserError) {
    guard let driver = drivers.first(where: { $0.id.number == number }) else {
      throw UserError("there is no driver \(number) to pick")
    }
    onPick?(driver.id)
  }
}
