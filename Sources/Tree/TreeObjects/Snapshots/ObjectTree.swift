public import TreeSnapshot

/// A tree of an app's objects for repeated snapshots: each object keeps its id for life.
///
/// Between snapshots, no object is retained.
package final class ObjectTree {
  private var memory: ObjectMemory
  /// Whether a snapshot is being taken.
  package private(set) var isLooking = false

  /// Creates a tree that knows no objects yet.
  ///
  /// - Parameter adapters: descriptions of objects that don't adopt `Inspectable`.
  package convenience init(adapters: [InspectionAdapter] = []) {
    self.init(adapters: adapters, looksAgain: true)
  }

  fileprivate convenience init(adapters: [InspectionAdapter], looksAgain: Bool) {
    self.init(identities: ObjectIdentities(looksAgain: looksAgain), adapters: adapters)
  }

  init(identities: ObjectIdentities, adapters: [InspectionAdapter] = []) {
    memory = ObjectMemory(identities: identities, classes: ClassTable(adapters))
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
    let sightings = memory.walk(from: root)
    return Self.snapshot(of: sightings, typeNames: memory.classes.names, name: name)
  }

  /// Takes a snapshot of an object without its children.
  package func snapshot(ofAlone object: any Inspectable) -> Snapshot {
    Self.snapshot(
      of: [Sighting(view: object, type: 0, id: 1, parentID: 0)], typeNames: ["?"], name: nil)
  }

  private static func snapshot(
    of sightings: [Sighting], typeNames: [String], name: String?
  ) -> Snapshot {
    var writer = ObjectWriter(typeNames: typeNames, name: name)
    for sighting in sightings { writer.write(sighting) }
    do {
      return try writer.builder.finish()
    } catch {
      // Each object is added once, after its owner: only two billion objects could fail here.
      preconditionFailure("objects that are met once each are one tree: \(error)")
    }
  }

  /// The id of an object, in the tree or outside of it. Reads only that object.
  package func id(of object: AnyObject) -> Int { memory.identities.id(of: object) }

  /// The name of an object's type.
  package func typeName(of object: AnyObject) -> String {
    let view = memory.classes.view(of: object)
    return view.object.inspectedName ?? memory.classes.names[view.type]
  }

  /// Adds descriptions of more objects.
  package func add(_ adapters: [InspectionAdapter]) {
    if !adapters.isEmpty { memory.classes.add(adapters) }
  }

  /// The object with an id, if it is alive; nil for the id of a repetition. An object that isn't a
  /// Swift object is found by a walk over the tree.
  ///
  /// - Parameter root: the root of the tree.
  package func object(withID id: Int, below root: AnyObject) -> AnyObject? {
    guard memory.identities.hasAddressOnly(id: id) else {
      return memory.identities.object(withID: id)
    }
    return memory.walk(from: root).first { $0.id == id }?.object
  }

  /// An object's own description, its adapter's, or an empty one.
  package func view(of object: AnyObject) -> any Inspectable {
    memory.classes.view(of: object).object
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
    self = ObjectTree(adapters: adapters, looksAgain: false).snapshot(of: root, name: name)
  }
}
