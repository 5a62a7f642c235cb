/// A person who drives cars.
package struct Driver: Identifiable, Hashable, Sendable {
  /// The number of a driver.
  package typealias ID = Key<Driver>

  package let id: ID
  package var details: Details

  /// Makes a driver whom a storage has given a number.
  package init(id: ID, details: Details) {
    self.id = id
    self.details = details
  }
}

extension Driver {
  /// What a person writes down of a driver; always such as a driver can have.
  package struct Details: Hashable, Sendable {
    package let name: String

    /// Makes the details, without the spaces around them.
    ///
    /// - Throws: `DetailsError` where the name is missing.
    package init(name: String) throws(DetailsError) {
      self.name = try DetailsError.checked(name, field: "name")
    }
  }
}
