import CarsModels
import SampleApps

/// Lets a person write down a driver.
final class DriverFormController: FormController {
  private var name: String
  private(set) var problem: String?
  var onSubmit: ((Driver.Details) -> Void)?
  /// What the view shows is another.
  var onChange: (() -> Void)?

  /// - Parameter details: what the field begins with; nil for a new driver.
  init(_ details: Driver.Details?) { name = details?.name ?? "" }

  var view: any View {
    let advice = problem.map { MessageView(message: "! \($0)") }
    return FormView(
      fields: [("name", name)], below: advice ?? MessageView(message: "set name TEXT, then save"))
  }

  func set(_ field: String, to text: String) throws(UserError) {
    guard field == "name" else {
      throw UserError("there is no field '\(field)'; there is name")
    }
    name = text
    problem = nil
    onChange?()
  }

  func submit() {
    do throws(DetailsError) {
      onSubmit?(try Driver.Details(name: name))
    } catch {
      complain("\(error)")
    }
  }

  func complain(_ problem: String) {
    self.problem = problem
    onChange?()
  }
}
