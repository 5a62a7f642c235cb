import CarsModels

/// A place in the app, and the link that leads there from outside.
enum DeepLink: Hashable {
  case cars
  case car(Car.ID)
  case newCar
  case editCar(Car.ID)
  case assignDriver(to: Car.ID)
  case drivers
  case driver(Driver.ID)
  case newDriver
  case editDriver(Driver.ID)
}

extension DeepLink {
  /// The links that there are, with ID for a number.
  static let patterns = [
    "cars://cars", "cars://car/ID", "cars://car/new", "cars://car/ID/edit", "cars://car/ID/assign",
    "cars://drivers", "cars://driver/ID", "cars://driver/new", "cars://driver/ID/edit",
  ]

  /// Reads a link.
  ///
  /// - Throws: `LinkError` where it leads nowhere.
  init(_ text: String) throws(LinkError) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "cars" else { throw .notOurs(text) }
    let path = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    func number(_ part: String) throws(LinkError) -> Int {
      guard part.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(part), number > 0 else {
        throw .noNumber(part, link: text)
      }
      return number
    }
    // A name before a number: `new` is none.
    switch (path.count, path[0], path.count > 1 ? path[1] : "", path.last ?? "") {
    case (1, "cars", _, _): self = .cars
    case (1, "drivers", _, _): self = .drivers
    case (2, "car", "new", _): self = .newCar
    case (2, "driver", "new", _): self = .newDriver
    case (2, "car", let id, _): self = .car(Car.ID(try number(id)))
    case (2, "driver", let id, _): self = .driver(Driver.ID(try number(id)))
    case (3, "car", let id, "edit"): self = .editCar(Car.ID(try number(id)))
    case (3, "car", let id, "assign"): self = .assignDriver(to: Car.ID(try number(id)))
    case (3, "driver", let id, "edit"): self = .editDriver(Driver.ID(try number(id)))
    default: throw .unknown(text)
    }
  }
}

extension DeepLink: CustomStringConvertible {
  var description: String {
    switch self {
    case .cars: "cars://cars"
    case .car(let id): "cars://car/\(id)"
    case .newCar: "cars://car/new"
    case .editCar(let id): "cars://car/\(id)/edit"
    case .assignDriver(let id): "cars://car/\(id)/assign"
    case .drivers: "cars://drivers"
    case .driver(let id): "cars://driver/\(id)"
    case .newDriver: "cars://driver/new"
    case .editDriver(let id): "cars://driver/\(id)/edit"
    }
  }
}

/// Why a link leads nowhere.
enum LinkError: Error, Hashable {
  case notOurs(String)
  case unknown(String)
  case noNumber(String, link: String)
}

extension LinkError: CustomStringConvertible {
  var description: String {
    let known = "there are \(DeepLink.patterns.joined(separator: ", "))"
    return switch self {
    case .notOurs(let link): "'\(link)' is no link of this app; \(known)"
    case .unknown(let link): "the link '\(link)' leads nowhere; \(known)"
    case .noNumber(let part, let link): "'\(part)' in '\(link)' is no number; \(known)"
    }
  }
}
