import CarsModels

/// Cars and drivers to begin with.
enum SampleGarage {
  private static let drivers = ["Anna", "Bo", "Chidi"]

  private static let cars: [(model: String, plate: String, driver: Int?)] = [
    ("Audi RS 4", "IN-RS 4", 1),
    ("Ford Focus RS", "K-RS 350", 2),
    ("Renault Mégane RS", "AB-123-RS", nil),
    ("Porsche 911 GT3 RS", "S-GT 911", 1),
    ("Škoda Octavia RS", "1AB 2345", nil),
    ("Honda Civic Type R", "TYPE 8", 3),
    ("Chevrolet Camaro RS", "CAM 4R0", nil),
  ]

  /// Keeps them in a storage that keeps nothing yet.
  static func fill(_ storage: any Storage) async throws {
    var keys: [Driver.ID] = []
    for name in drivers {
      keys.append(try await storage.createDriver(Driver.Details(name: name)).id)
    }
    for sample in cars {
      let details = try Car.Details(model: sample.model, plate: sample.plate)
      var car = try await storage.createCar(details)
      guard let driver = sample.driver else { continue }
      car.driver = keys[driver - 1]
      try await storage.updateCar(car)
    }
  }
}
