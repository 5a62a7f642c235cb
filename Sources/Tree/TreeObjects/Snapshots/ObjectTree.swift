public import TreeSnapshot

/// A tree of an app's objects for repeated snapshots: each object keeps its id for life.
///
/// Between snapshots, no object is retained.
package final class ObjectTree {
  private var identities: ObjectIdentities
  private var classes: ClassTable
  /// Whether a snapshot is being taken.
  package private(set) var isLooking = false

  /// Creates a tree that knows no objects yet.
  ///
  /// - Parameter adapters: descriptions of objects that don't adopt `Inspectable`.
  package convenience init(adapters: [InspectionAdapter] = []) {
    self.init(identities: ObjectIdentities(), adapters: adapters)
  }

  init(identities: ObjectIdentities, adapters: [InspectionAdapter] = []) {
    self.identities = identities
    classes = ClassTable(adapters)
  }

  /// Takes a snapshot of an object and everything below it. Costs a walk over it.
  ///
  /// - Parameters:
  ///   - root: the object.
  ///   - name: the tree's name.
  package func snapshot(of root: AnyObject, name: String? = nil) -> Snapshot {
    isLooking = true
    defer { isLooking = false }
    // All objects are listed before their other properties, which run the app's code, are read.
    return Self.snapshot(of: walk(from: root), name: name)
  }

  /// Takes a snapshot of an object without its children.
  package func snapshot(ofAlone object: any Inspectable) -> Snapshot {
    Self.snapshot(of: [Sighting(view: object, className: "?", id: 1, parentID: 0)], name: nil)
  }

  private static func snapshot(of sightings: [Sighting], name: String?) -> Snapshot {
    var writer = ObjectWriter(name: name)
    for sighting in sightings { writer.write(sighting) }
    do {
      return try writer.builder.finish()
    } catch {
      // Each object is added once, after its owner: only two billion objects could fail here.
      preconditionFailure("objects that are met once each are one tree: \(error)")
    }
  }

  /// The id of an object, in the tree or outside of it. Reads only that object.
  package func id(of object: AnyObject) -> Int { identities.id(of: object) }

  /// The name of an object's type.
  package func typeName(of object: AnyObject) -> String {
    let (view, className) = classes.view(of: object)
    return view.name(ofClass: className)
  }

  /// Adds descriptions of more objects.
  package func add(_ adapters: [InspectionAdapter]) {
    if !adapters.isEmpty { classes.add(adapters) }
  }

  /// The object with an id, if it is alive; nil for the id of a repetition. An object that isn't a
  /// Swift object is found by a walk over the tree.
  ///
  /// - Parameter root: the root of the tree.
  package func object(withID id: Int, below root: AnyObject) -> AnyObject? {
    guard identities.hasAddressOnly(id: id) else { return identities.object(withID: id) }
    return walk(from: root).first { $0.id == id }?.object
  }

  /// An object's own description, its adapter's, or an empty one.
  package func view(of object: AnyObject) -> any Inspectable { classes.view(of: object).view }
}

/// One place of the tree, as met during a look.
struct Sighting {
  /// The object's description. It retains the object during the look, whatever the app releases
  /// meanwhile.
  let view: any Inspectable
  let className: String
  let id: Int
  /// 0 for the root.
  let parentID: Int
  /// The object itself, at its first place.
  var object: AnyObject?
  /// The object met earlier, if this is the same one, and whether it is an ancestor of this place.
  var repeats: (id: Int, isCycle: Bool)?
}

extension ObjectTree {
  /// An object whose children are being visited.
  private struct OpenOwner {
    let id: Int
    let children: [AnyObject?]
    /// The owner's name for each, if it is read by reflection.
    let names: [String?]?
    var next = 0
  }

  /// Visits everything below an object, in document order and each object once.
  private func walk(from root: AnyObject) -> [Sighting] {
    var sightings: [Sighting] = []
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
      let (owner, place) = (open[last], open[last].next)
      open[last].next += 1
      guard let child = owner.children[place] else { continue }
      let opened = meet(
        child, below: owner.id, depth: open.count, as: owner.names?[place], &sightings)
      if let opened { open.append(opened) }
    }
    return sightings
  }

  /// Notes an object, and returns its children if they have yet to be visited.
  ///
  /// - Parameter name: its owner's name for it, if the owner is read by reflection.
  private func meet(
    _ object: AnyObject, below owner: Int, depth: Int, as name: String?,
    _ sightings: inout [Sighting]
  ) -> OpenOwner? {
    let (view, className) = classes.view(of: object)
    let reflected = view as? ReflectedObject
    reflected?.isMet(atDepth: depth, as: name)
    switch identities.meet(object) {
    case .again(let id, let isOpen):
      sightings.append(
        Sighting(
          view: view, className: className,
          id: identities.idOfRepetition(of: id, below: owner), parentID: owner,
          repeats: (id, isOpen)))
      return nil
    case .first(let id):
      sightings.append(
        Sighting(view: view, className: className, id: id, parentID: owner, object: object))
      let children = view.inspectedChildren
      if children.isEmpty { return nil }
      identities.setOpen(true, id)
      return OpenOwner(id: id, children: children, names: reflected?.childNames)
    }
  }
}

extension Snapshot {
  /// Takes a snapshot of a tree of an app's objects. Visits every object.
  ///
  /// An object with several owners, or one that owns itself, appears in full at its first place in
  /// document order. Every other place has a leaf with the same type and label, labeled `again` or
  /// `cycle` if the object has no label, and with `same as` and the node's id in its state.
  ///
  /// - Parameters:
  ///   - root: the object at the top, which should adopt `Inspectable` or have an adapter;
  ///     `.reflecting()` is an adapter for any object.
  ///   - name: the name of the tree, usually that of its app.
  ///   - adapters: descriptions of objects that don't adopt `Inspectable`.
  public init(of root: AnyObject, name: String? = nil, adapters: [InspectionAdapter] = []) {
    self = ObjectTree(adapters: adapters).snapshot(of: root, name: name)
  }
}
