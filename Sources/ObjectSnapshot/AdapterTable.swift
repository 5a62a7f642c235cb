import TreeObjects

/// How the objects of each class are to be seen.
struct AdapterTable {
  private enum Way {
    case adopted
    case adapted(InspectionAdapter)
    case unknown
  }

  private let adapters: [InspectionAdapter]
  private var ways: [ObjectIdentifier: (name: String, way: Way)] = [:]

  init(_ adapters: [InspectionAdapter]) { self.adapters = adapters }

  /// The object as it describes itself, or as an adapter does; nil where nobody does. With the name
  /// of its type.
  mutating func view(of object: AnyObject) -> (typeName: String, view: (any Inspectable)?) {
    let type: AnyClass = type(of: object)
    guard let (name, way) = ways[ObjectIdentifier(type)] else {
      // Names of types are slow to ask for, and adapters to be found.
      let name = String(describing: type)
      let way: Way =
        if object is any Inspectable {
          .adopted
        } else {
          nearestAdapter(to: type).map { .adapted($0) } ?? .unknown
        }
      ways[ObjectIdentifier(type)] = (name, way)
      return view(of: object)
    }
    switch way {
    case .adopted: return (name, object as? any Inspectable)
    case .adapted(let adapter): return (name, adapter.adapt(object))
    case .unknown: return (name, nil)
    }
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
