import SampleApps

/// Shows in a view what it was given. It asks no other object for data and knows none above it: what
/// a person does with it leaves through closures, which the object that made it has set.
@MainActor
protocol Controller: AnyObject {
  var view: any View { get }
}

/// A controller with numbered rows, one of which can be selected.
protocol RowController: Controller {
  /// A person selected the row with a number.
  ///
  /// - Throws: `UserError` where there is no such row.
  func select(_ number: Int) throws(UserError)
}

/// A controller whose rows can be edited and deleted in place.
protocol EditableRowController: RowController {
  /// A person wants to edit the row with a number.
  ///
  /// - Throws: `UserError` where there is no such row.
  func edit(_ number: Int) throws(UserError)

  /// A person wants to delete the row with a number.
  ///
  /// - Throws: `UserError` where there is no such row.
  func delete(_ number: Int) throws(UserError)
}

/// A controller of fields that a person fills in.
protocol FormController: Controller {
  /// What is wrong with what was written down, as far as that has been looked at.
  var problem: String? { get }

  /// Writes a text into a field.
  ///
  /// - Throws: `UserError` where there is no such field.
  func set(_ field: String, to text: String) throws(UserError)

  /// Hands over what was written down, or shows what is wrong with it.
  func submit()

  /// Shows what is wrong with what was written down.
  func complain(_ problem: String)
}

/// An error that says why something cannot be done now.
func refusal(_ reason: String) -> UserError { UserError(reason) }
