import TreeObjects

/// How to describe the objects of each class.
struct ClassTable {
  private enum Way {
    case adopted
    case adapted(InspectionAdapter)
    case reflected(Reflector)
    case value
    case unknown
  }

  private var adapters: [InspectionAdapter]
  private var ways: [ObjectIdentifier: (place: Int, way: Way)] = [:]

  /// The names of the known classes.
  private(set) var names: [String] = []

  init(_ adapters: [InspectionAdapter]) { self.adapters = adapters }

  /// Adds adapters, which also apply to classes seen before.
  mutating func add(_ more: [InspectionAdapter]) {
    self = ClassTable(adapters + more)
  }

  /// Starts the time limit of a snapshot for the readers by reflection.
  func beginLook(at root: AnyObject) {
    for adapter in adapters { adapter.reflector?.beginLook(at: root) }
  }

  /// An object's own description, an adapter's, or an empty one.
  struct View {
    /// The index of its type's name.
    let type: Int
    let object: any Inspectable
    /// The same object, if it is read by reflection.
    var reflected: ReflectedObject?
  }

  mutating func view(of object: AnyObject) -> View {
    let (place, way) = way(for: type(of: object), of: object)
    var reflected: ReflectedObject?
    switch way {
    case .adopted:
      if let view = object as? any Inspectable { return View(type: place, object: view) }
    case .adapted(let adapter):
      if let view = adapter.adapt(object) { return View(type: place, object: view) }
    case .reflected(let reflector): reflected = reflector.view(of: object)
    case .value: reflected = (object as? ValueNode)?.view()
    case .unknown: break
    }
    return View(type: place, object: reflected ?? UnknownObject(object), reflected: reflected)
  }

  private mutating func way(for type: AnyClass, of object: AnyObject) -> (place: Int, way: Way) {
    let identifier = ObjectIdentifier(type)
    // Names of types and the search for adapters are slow.
    if let way = ways[identifier] { return way }
    let declared: AnyClass = DeclaredClass.of(type)
    let way = (names.count, firstWay(for: declared, of: object))
    names.append("\(declared)")
    ways[identifier] = way
    return way
  }

  private func firstWay(for type: AnyClass, of object: AnyObject) -> Way {
    if object is any Inspectable { return .adopted }
    if object is ValueNode { return .value }
    guard let adapter = nearestAdapter(to: type) else { return .unknown }
    return adapter.reflector.map { .reflected($0) } ?? .adapted(adapter)
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

/// An object about which only its type is known. Retained only during a snapshot.
private final class UnknownObject: Inspectable {
  private let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  var inspectedChildren: [AnyObject?] { [] }
}
