/// A car, and who drives it.
package struct Car: Identifiable, Hashable, Sendable {
  /// The number of a car.
  package typealias ID = Key<Car>

  package let id: ID
  package var details: Details
  /// The driver who was assigned to the car.
  package var driver: Driver.ID?

  /// Makes a car that a storage has given a number.
  package init(id: ID, details: Details, driver: Driver.ID? = nil) {
    self.id = id
    self.details = details
    self.driver = driver
  }
}

extension Car {
  /// What a person writes down of a car; always such as a car can have.
  package struct Details: Hashable, Sendable {
    package let model: String
    /// The number plate, in capital letters.
    package let plate: String

    /// Makes the details, without the spaces around them.
    ///
    /// - Throws: `DetailsError` where the model is missing or the plate is none.
    package init(model: String, plate: String) throws(DetailsError) {
      self.model = try DetailsError.checked(model, field: "model")
      let plate = try DetailsError.checked(plate, field: "plate").uppercased()
      let isPlate = plate.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }
      guard isPlate, plate.count <= 12 else { throw .notAPlate(plate) }
      self.plate = plate
    }
  }
}
