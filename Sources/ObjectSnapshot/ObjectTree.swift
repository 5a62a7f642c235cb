public import TreeObjects
public import TreeSnapshot

/// A tree of an app's objects, looked at again and again: each keeps its id as long as it lives.
///
/// Nothing of the tree is retained between one look and the next.
package final class ObjectTree {
  private var memory: ObjectMemory
  /// Whether the objects are asked what they are now.
  package private(set) var isLooking = false

  /// Knows no objects yet.
  ///
  /// - Parameter adapters: how the objects of classes are seen that do not adopt `Inspectable`.
  package convenience init(adapters: [InspectionAdapter] = []) {
    self.init(adapters: adapters, looksAgain: true)
  }

  fileprivate convenience init(adapters: [InspectionAdapter], looksAgain: Bool) {
    self.init(identities: ObjectIdentities(looksAgain: looksAgain), adapters: adapters)
  }

  init(identities: ObjectIdentities, adapters: [InspectionAdapter] = []) {
    memory = ObjectMemory(identities: identities, classes: ClassTable(adapters))
  }

  /// Takes a snapshot of an object and what is below it. Costs a walk over it.
  ///
  /// - Parameters:
  ///   - root: the object.
  ///   - name: what the tree is called.
  package func snapshot(of root: AnyObject, name: String? = nil) -> Snapshot {
    isLooking = true
    defer { isLooking = false }
    // The objects are listed before more of their properties, which are the app's code, are read.
    let sightings = memory.walk(from: root)
    return Self.snapshot(of: sightings, typeNames: memory.classes.names, name: name)
  }

  /// A picture of an object without what it owns.
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
      // Each object has one owner, written before it: only two thousand million lead here.
      preconditionFailure("objects that are met once each are one tree: \(error)")
    }
  }

  /// The id of an object, in the tree or outside of it. Costs a look at the object alone.
  package func id(of object: AnyObject) -> Int { memory.identities.id(of: object) }

  /// What the type of an object is called.
  package func typeName(of object: AnyObject) -> String {
    let view = memory.classes.view(of: object)
    return view.object.inspectedName ?? memory.classes.names[view.type]
  }

  /// Sees objects by further adapters, too.
  package func add(_ adapters: [InspectionAdapter]) {
    if !adapters.isEmpty { memory.classes.add(adapters) }
  }

  /// The object with an id, if it is alive; nil for the id of a place where one was met again. Costs a
  /// walk over the tree for an object that is not Swift's own, which is found only there.
  ///
  /// - Parameter root: the object at the top of the tree.
  package func object(withID id: Int, below root: AnyObject) -> AnyObject? {
    guard memory.identities.hasAddressOnly(id: id) else {
      return memory.identities.object(withID: id)
    }
    return memory.walk(from: root).first { $0.id == id }?.object
  }

  /// An object as it describes itself, or as its adapter does; where nobody does, one that says
  /// nothing.
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
