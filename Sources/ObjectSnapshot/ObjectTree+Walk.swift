import TreeObjects

/// One place of the tree, as a look meets it.
struct Sighting {
  /// Held for the time of the look, whatever the app lets go of meanwhile.
  let object: AnyObject
  let typeName: String
  let view: (any Inspectable)?
  let id: Int
  let parentID: Int?
  /// The object that was met before, where this is the same.
  var repeats: Repeated?

  struct Repeated {
    let id: Int
    /// Whether it stands above this place.
    let isCycle: Bool
  }
}

extension ObjectTree {
  /// Everything below an object, in document order, each followed once.
  func walk(from root: AnyObject) -> [Sighting] {
    identities.beginLook()
    defer { identities.endLook() }
    var sightings: [Sighting] = []
    // An owner's list is asked for once: what becomes of it later does not matter to the walk.
    var open: [OpenOwner] = []
    if let first = meet(root, below: nil, &sightings) { open.append(first) }
    while let owner = open.last {
      if owner.next == owner.children.count {
        identities.setOpen(false, entry: owner.entry)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      guard let child = owner.children[owner.next] else { continue }
      if let opened = meet(child, below: owner.id, &sightings) { open.append(opened) }
    }
    return sightings
  }

  /// Notes an object, and gives what it owns where that is still to be looked at.
  private func meet(
    _ object: AnyObject, below owner: Int?, _ sightings: inout [Sighting]
  ) -> OpenOwner? {
    let (typeName, view) = adapters.view(of: object)
    switch identities.meet(object) {
    case .again(let id, let isOpen):
      sightings.append(
        Sighting(
          object: object, typeName: typeName, view: view,
          id: identities.idOfRepetition(of: id, below: owner ?? 0), parentID: owner,
          repeats: .init(id: id, isCycle: isOpen)))
      return nil
    case .first(let entry, let id):
      sightings.append(
        Sighting(object: object, typeName: typeName, view: view, id: id, parentID: owner))
      guard let children = view?.inspectedChildren, !children.isEmpty else { return nil }
      identities.setOpen(true, entry: entry)
      return OpenOwner(entry: entry, id: id, children: children)
    }
  }
}

/// An object while what it owns is looked at.
private struct OpenOwner {
  let entry: Int32
  let id: Int
  let children: [AnyObject?]
  var next = 0
}
