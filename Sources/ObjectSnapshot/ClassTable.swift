import TreeObjects

/// How the objects of each class are to be seen.
struct ClassTable {
  private enum Way {
    case adopted
    case adapted(InspectionAdapter)
    case unknown
  }

  private let adapters: [InspectionAdapter]
  private var known: [ObjectIdentifier: (place: Int, way: Way)] = [:]
  /// The class that was asked for last, as siblings are often of one.
  private var recent: (type: ObjectIdentifier, place: Int, way: Way)?

  /// The names of the classes that are known.
  private(set) var names: [String] = []

  init(_ adapters: [InspectionAdapter]) { self.adapters = adapters }

  /// The object as it describes itself, or as an adapter does, or as nobody does; with the place of
  /// its type among the names.
  mutating func view(of object: AnyObject) -> (type: Int, view: any Inspectable) {
    let (place, way) = way(for: type(of: object), of: object)
    switch way {
    case .adopted:
      if let view = object as? any Inspectable { return (place, view) }
    case .adapted(let adapter):
      if let view = adapter.adapt(object) { return (place, view) }
    case .unknown: break
    }
    return (place, UnknownObject(object))
  }

  private mutating func way(for type: AnyClass, of object: AnyObject) -> (place: Int, way: Way) {
    let identifier = ObjectIdentifier(type)
    if let recent, recent.type == identifier { return (recent.place, recent.way) }
    // Names of types are slow to ask for, and adapters to be found.
    let found = known[identifier] ?? (names.count, firstWay(for: type, of: object))
    if found.place == names.count {
      names.append(String(describing: type))
      known[identifier] = found
    }
    recent = (identifier, found.place, found.way)
    return found
  }

  private func firstWay(for type: AnyClass, of object: AnyObject) -> Way {
    if object is any Inspectable { return .adopted }
    return nearestAdapter(to: type).map { .adapted($0) } ?? .unknown
  }

  /// The adapter of the class itself, or of the nearest one above it; among those of one class, the
  /// last.
  private func nearestAdapter(to type: AnyClass) -> InspectionAdapter? {
    var nearest: InspectionAdapter?
    for adapter in adapters where adapter.covers(type) {
      if nearest?.covers(adapter.adapted) != false { nearest = adapter }
    }
    return nearest
  }
}

/// An object of which nothing is known but its type; held for the time of a look.
private final class UnknownObject: Inspectable {
  private let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  var inspectedChildren: [AnyObject?] { [] }
}
