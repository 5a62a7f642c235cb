import TestSupport
import TreeSnapshot

/// One change of a tree that a spec must notice.
enum Mutation: CaseIterable {
  case remove, add, move, rename, subscribe, unsubscribe, reroute, relabel, session, open, service

  /// The changed tree; nil if there is nothing to change.
  func applied(
    to tree: NestedTree, _ random: inout SeededGenerator, names: [String]
  ) -> NestedTree? {
    var changed = tree
    let place = random.next(below: tree.count)
    switch self {
    case .remove:
      guard changed.remove(place) != nil else { return nil }
    case .add:
      let plain = NestedTree.maker(names, using: &random).node(using: &random)
      let new = NestedTree.Node(plain, &random)
      changed.change(place) { node in
        node.children.insert(new, at: random.next(below: node.children.count + 1))
      }
    case .move:
      guard let moved = changed.remove(place) else { return nil }
      changed.change(random.next(below: changed.count)) { node in
        node.children.insert(moved, at: random.next(below: node.children.count + 1))
      }
    case .rename: changed.change(place) { $0.type = random.pick(names) }
    case .subscribe:
      let new = NestedTree.maker(names, using: &random).subscription(using: &random)
      changed.change(place) { $0.handles.append(new) }
    case .unsubscribe:
      changed.change(place) { if !$0.handles.isEmpty { $0.handles.removeFirst() } }
    case .reroute:
      // Another model handles one model's messages.
      var moved: Subscription?
      changed.change(place) { if !$0.handles.isEmpty { moved = $0.handles.removeLast() } }
      guard let moved else { return nil }
      changed.change(random.next(below: tree.count)) { $0.handles.append(moved) }
    case .relabel: changed.change(place) { $0.label = random.chance(1, in: 2) ? nil : "new" }
    case .session: changed.change(place) { $0.isSession.toggle() }
    case .open: changed.change(place) { $0.isUnopened.toggle() }
    case .service: changed.change(place) { $0.services = [random.pick(names)] }
    }
    return changed
  }
}
