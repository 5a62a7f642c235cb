import TreeSnapshot

/// How to describe the objects of each class.
struct ClassTable {
  private var adapters: [InspectionAdapter]
  /// The names of the known classes, and their adapters.
  private var classes: [ObjectIdentifier: (name: String, adapter: InspectionAdapter?)] = [:]

  init(_ adapters: [InspectionAdapter]) { self.adapters = adapters }

  /// Adds adapters, which also apply to classes seen before.
  mutating func add(_ more: [InspectionAdapter]) { self = ClassTable(adapters + more) }

  /// Starts the time limit of a snapshot for the readers by reflection.
  func beginLook(at root: AnyObject) {
    for adapter in adapters { adapter.reflector?.beginLook(at: root) }
  }

  /// An object's own description, its adapter's, or an empty one, and the name of its class.
  mutating func view(of object: AnyObject) -> (view: any Inspectable, className: String) {
    let identifier = ObjectIdentifier(type(of: object))
    let (name, adapter) = classes[identifier] ?? names(of: type(of: object))
    classes[identifier] = (name, adapter)
    let view = object as? any Inspectable ?? adapter?.adapt(object) ?? UnknownObject(object)
    return (view, name)
  }

  // Slow, so that it is done once for each class.
  private func names(of type: AnyClass) -> (name: String, adapter: InspectionAdapter?) {
    let declared: AnyClass = TypeName.declared(type)
    return (TypeName(declared).text, nearestAdapter(to: declared))
  }

  /// The adapter of the class itself, or of its nearest superclass, or of any object; the last one
  /// wins among those for the same class.
  private func nearestAdapter(to type: AnyClass) -> InspectionAdapter? {
    var nearest: InspectionAdapter?
    for adapter in adapters where adapter.covers(type) {
      if nearest.map({ !adapter.isWider(than: $0) }) ?? true { nearest = adapter }
    }
    return nearest
  }
}

extension Inspectable {
  /// Its name in trees. A node needs a name, whatever the app returns.
  func name(ofClass className: String) -> String {
    inspectedName.flatMap { $0.isEmpty ? nil : $0 } ?? className
  }
}

/// An object about which only its type is known. Retained only during a snapshot.
private final class UnknownObject: Inspectable {
  private let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  var inspectedChildren: [AnyObject?] { [] }
}
