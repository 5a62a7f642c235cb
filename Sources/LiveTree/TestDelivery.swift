import ObjectSnapshot
import TreeAnalysis
import TreeObjects
import TreeSnapshot

/// Delivers a test message to one object after the other.
struct TestDelivery {
  let message: Message
  let root: AnyObject
  let objects: ObjectTree
  /// The tree before the first was handed it.
  let snapshot: Snapshot

  /// The objects that took it.
  private(set) var handlings: [TakenRoute.Handling] = []
  /// Why other objects did not take it.
  var notes: [String] = []

  init(message: Message, root: AnyObject, objects: ObjectTree, snapshot: Snapshot) {
    self.message = message
    self.root = root
    self.objects = objects
    self.snapshot = snapshot
  }

  /// Hands it to the object at a position, unless one before has taken that out of the tree, or has
  /// ended its subscription.
  mutating func deliver(to position: Int) {
    let stop = TakenRoute.Stop(snapshot[position])
    // The first finds the tree as it was pictured.
    guard let object = objects.object(withID: stop.id, below: root),
      handlings.isEmpty && notes.isEmpty || isInPlace(object, at: position)
    else { return }
    let test = TestMessage(
      InspectedMessage.Kind(message.kind), domain: message.domain, code: message.code)
    do {
      let receiver = objects.view(of: object)
      let clock = ContinuousClock()
      let start = clock.now
      try receiver.receive(test)
      handlings.append(.init(model: stop, duration: start.duration(to: clock.now)))
    } catch {
      notes.append("\(stop.type) #\(stop.id) did not take it: \(error)")
    }
  }

  /// Whether each owner up to the root still lists the one below it, and the object is still
  /// registered. Costs a look at the children of each.
  private func isInPlace(_ object: AnyObject, at position: Int) -> Bool {
    guard objects.takes(objects.view(of: object), message) else { return false }
    var (child, node) = (object, snapshot[position])
    while let parent = node.parent {
      guard let owner = objects.object(withID: parent.id, below: root),
        objects.view(of: owner).inspectedChildren.contains(where: { $0 === child })
      else { return false }
      (child, node) = (owner, parent)
    }
    return child === root
  }
}

extension ObjectTree {
  /// Whether an object takes a message, as a picture of it alone decides.
  fileprivate func takes(_ view: any Inspectable, _ message: Message) -> Bool {
    snapshot(ofAlone: view).registration(taking: message, at: 0) != nil
  }
}
