import CarsModels
import SampleApps

/// Lets a person write down a car.
final class CarFormController: FormController {
  private var model: String
  private var plate: String
  private(set) var problem: String?
  var onSubmit: ((Car.Details) -> Void)?
  /// What the view shows is another.
  var onChange: (() -> Void)?

  /// - Parameter details: what the fields begin with; nil for a car that is new.
  init(_ details: Car.Details?) {
    model = details?.model ?? ""
    plate = details?.plate ?? ""
  }

  var view: any View {
    let advice = problem.map { MessageView(message: "! \($0)") }
    return FormView(
      fields: [("model", model), ("plate", plate)],
      below: advice ?? MessageView(message: "set model TEXT, set plate TEXT, then save"))
  }

  func set(_ field: String, to text: String) throws(UserError) {
    switch field {
    case "model": model = text
    case "plate": plate = text
    default: throw UserError("there is no field '\(field)'; there are model, plate")
    }
    problem = nil
    onChange?()
  }

  func submit() {
    do throws(DetailsError) {
      onSubmit?(try Car.Details(model: model, plate: plate))
    } catch {
      complain("\(error)")
    }
  }

  func complain(_ problem: String) {
    self.problem = problem
    onChange?()
  }
}
