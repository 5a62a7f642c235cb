import ObjectSnapshotVariant
import TreeObjects
import TreeSnapshot

// Looks at objects with structures of the standard library.

/// A whole look, with a dictionary in place of the `AddressTable`.
enum LookByDictionary {
  static func snapshot(of root: AnyObject) -> Snapshot { Snapshot(of: root) }
}

/// Objects as they describe themselves, with a dictionary in place of the `ClassTable`.
struct ClassDictionary {
  private var places: [ObjectIdentifier: Int] = [:]
  private var names: [String] = []

  mutating func view(of object: AnyObject) -> (type: Int, view: any Inspectable)? {
    let type = ObjectIdentifier(Swift.type(of: object))
    let place = places[type] ?? names.count
    if place == names.count {
      names.append(String(describing: Swift.type(of: object)))
      places[type] = place
    }
    return (object as? any Inspectable).map { (place, $0) }
  }
}
