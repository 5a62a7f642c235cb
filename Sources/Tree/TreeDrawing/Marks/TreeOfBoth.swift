import TreeAnalysis
import TreeSnapshot

/// The newer of two trees, with removed models still in their places.
///
/// Models that were removed with an older root, and so have no place in the newer tree, come first
/// below the root.
struct TreeOfBoth {
  let snapshot: Snapshot
  /// By position of the newer tree: the position here.
  let newPositions: [Int]
  /// By position in the older tree: the position here of a removed model.
  let oldPositions: [Int: Int]

  private enum Model {
    case old(Int)
    case new(Int)
  }

  /// Costs a pass over both trees.
  init(_ difference: TreeDifference) {
    var builder = SnapshotBuilder(name: difference.new.name)
    var newPositions = [Int](repeating: 0, count: difference.new.count)
    var oldPositions: [Int: Int] = [:]
    // Removed models get ids that the newer tree doesn't use.
    let taken = Set(difference.new.columns.nodes.ids)
    var lastFree = 0
    var open: [(model: Model, parent: Int?)] = [(.new(0), nil)]
    while let (model, parent) = open.popLast() {
      var children: [Model] = []
      let id: Int
      switch model {
      case .new(let position):
        let node = difference.new[position]
        id = node.id
        newPositions[position] = builder.count
        builder.add(node, id: id, parent: parent)
        children = Self.children(of: node, difference)
      case .old(let position):
        let node = difference.old[position]
        repeat { lastFree += 1 } while taken.contains(lastFree)
        id = lastFree
        oldPositions[position] = builder.count
        builder.add(node, id: id, parent: parent)
        children = node.children.filter { difference.newPosition(ofOld: $0.position) == nil }
          .map { .old($0.position) }
      }
      for child in children.reversed() { open.append((child, id)) }
    }
    self.newPositions = newPositions
    self.oldPositions = oldPositions
    do {
      snapshot = try builder.finish()
    } catch {
      // Each node was added once, below an existing one.
      preconditionFailure("two trees made none: \(error)")
    }
  }

  /// The children of a newer model, and those removed below it after the sibling that they followed.
  private static func children(of node: Snapshot.Node, _ difference: TreeDifference) -> [Model] {
    // The old root has no place below an older model.
    let isOldRootRemoved = difference.newPosition(ofOld: 0) == nil
    var removed: [Int?: [Model]] = [nil: node.position == 0 && isOldRootRemoved ? [.old(0)] : []]
    if let old = difference.oldPosition(ofNew: node.position) {
      var last: Int?
      for child in difference.old[old].children {
        if let position = difference.newPosition(ofOld: child.position) {
          if difference.new[position].parent?.position == node.position { last = position }
        } else {
          removed[last, default: []].append(.old(child.position))
        }
      }
    }
    return node.children.reduce(into: removed[nil, default: []]) { children, child in
      children.append(.new(child.position))
      children += removed[child.position, default: []]
    }
  }
}

extension SnapshotBuilder {
  /// Adds a node of another tree with all its attributes.
  fileprivate mutating func add(_ node: Snapshot.Node, id: Int, parent: Int?) {
    addNode(
      id: id, parent: parent, type: node.type, label: node.label, isSession: node.isSession,
      isUnopened: node.isUnopened, representation: node.representation, source: node.source)
    for subscription in node.subscriptions { subscribe(subscription) }
    for declared in node.raises { raise(declared.message, label: declared.label) }
    for service in node.services { provide(service: service) }
    for entry in node.state { describe(entry) }
  }
}
