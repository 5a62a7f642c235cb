import TreeSnapshot

/// One place of the tree, as met during a look.
struct Sighting {
  /// The object's description. It retains the object during the look, whatever the app releases
  /// meanwhile.
  let view: any Inspectable
  /// The object itself.
  var object: AnyObject?
  /// The index of its type's name.
  let type: Int
  let id: Int
  /// 0 for the root.
  let parentID: Int
  /// The object met earlier, if this is the same one.
  var repeats: Repeated?
  /// The object, if it is read by reflection.
  var reflected: ReflectedObject?

  struct Repeated {
    let id: Int
    /// Whether it is an ancestor of this place.
    let isCycle: Bool
  }
}

/// What is kept about a tree's objects between looks.
struct ObjectMemory {
  var identities: ObjectIdentities
  var classes: ClassTable
}

extension ObjectMemory {
  /// Visits everything below an object, in document order and each object once.
  mutating func walk(from root: AnyObject) -> [Sighting] {
    var sightings: [Sighting] = []
    // Trees rarely change much between two looks.
    sightings.reserveCapacity(identities.metCount)
    identities.beginLook()
    classes.beginLook(at: root)
    defer { identities.endLook() }
    // Each owner's list is read once; later changes to it don't affect the walk.
    var open: [OpenOwner] = []
    if let first = meet(root, below: 0, depth: 0, as: nil, &sightings) { open.append(first) }
    while !open.isEmpty {
      let last = open.count - 1
      guard open[last].next < open[last].children.count else {
        identities.setOpen(false, open[last].id)
        open.removeLast()
        continue
      }
      defer { open[last].next += 1 }
      guard let child = open[last].children[open[last].next] else { continue }
      let name = open[last].names.map { $0[open[last].next] } ?? nil
      let opened = meet(child, below: open[last].id, depth: open.count, as: name, &sightings)
      if let opened { open.append(opened) }
    }
    return sightings
  }

  /// Notes an object, and returns its children if they have yet to be visited.
  ///
  /// - Parameter name: its owner's name for it, if the owner is read by reflection.
  private mutating func meet(
    _ object: AnyObject, below owner: Int, depth: Int, as name: String?,
    _ sightings: inout [Sighting]
  ) -> OpenOwner? {
    let view = classes.view(of: object)
    view.reflected?.isMet(atDepth: depth, as: name)
    switch identities.meet(object) {
    case .again(let id, let isOpen):
      sightings.append(
        Sighting(
          view: view.object, type: view.type,
          id: identities.idOfRepetition(of: id, below: owner), parentID: owner,
          repeats: .init(id: id, isCycle: isOpen)))
      return nil
    case .first(let id):
      sightings.append(
        Sighting(
          view: view.object, object: object, type: view.type, id: id, parentID: owner,
          reflected: view.reflected))
      let children = view.object.inspectedChildren
      if children.isEmpty { return nil }
      identities.setOpen(true, id)
      return OpenOwner(id: id, children: children, names: view.reflected?.childNames)
    }
  }
}

/// An object whose children are being visited.
private struct OpenOwner {
  let id: Int
  let children: [AnyObject?]
  /// The owner's name for each, if it is read by reflection.
  let names: [String?]?
  var next = 0
}

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
  mutating func add(_ more: [InspectionAdapter]) { self = ClassTable(adapters + more) }

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
    let declared: AnyClass = TypeName.declared(type)
    let way = (names.count, firstWay(for: declared, of: object))
    names.append(TypeName(declared).text)
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
