public import ModelTreeJournal
import TextIO
public import TreeObjects
import TreeSnapshot

/// A tree of an app's self-describing objects below a root.
struct ObjectsBelow: InspectableTree {
  let root: AnyObject
  let objects: ObjectTree
  /// The journal that the app reports to; nil if it doesn't.
  let journal: Journal?

  func snapshot(ofTreeNamed name: String?) -> Snapshot { objects.snapshot(of: root, name: name) }

  func count() -> Int { objects.snapshot(of: root).count }

  var changeCount: Int? { nil }

  func descriptionDigest() -> Int { 0 }

  var treeToken: AnyObject? { nil }

  func inspectionBegins(as name: String) {}

  func endedSubscriptions() -> [EndedSubscription] { [] }

  /// Has the tree kept; the app itself reports the actions of objects.
  func beRecorded(in journal: Journal) { journal.keep(treeBelow: root, objects) }

  var recording: (journal: Journal, tree: Int)? {
    journal.map { journal in (journal, MainActor.assumeIsolated { journal.treeOfObjects }) }
  }

  var knowsLeakedModels: Bool { false }

  func leakedModels() -> [LeakedModel] { [] }

  /// Objects deliver nothing by themselves: the snapshot decides who handles the message, and each
  /// of these objects receives it.
  func raiseTest(
    _ message: Message, with json: JSONValue?, at raiser: Int, in snapshot: Snapshot
  ) throws -> TestRun? {
    if json != nil {
      throw RefusedError("only models take messages with JSON; raise it without --with")
    }
    let route = snapshot.route(of: message, raisedAt: raiser)
    var taken = TakenRoute(
      message: message, raiser: TakenRoute.Stop(snapshot[raiser]),
      passed: route.hops.filter { $0.verdict == .passed }.map { .init(snapshot[$0.node]) })
    var delivery = TestDelivery(message: message, root: root, objects: objects, snapshot: snapshot)
    var takers: [Int] = []
    switch route.outcome {
    case .handled(let handler): takers = [handler]
    case .delivered(let receivers): takers = receivers
    case .uncaught:
      taken.isUncaught = true
      if snapshot[0].isSession {
        delivery.notes.append("the session isn't notified of an uncaught test error")
      }
    case .unhandled, .unheard: break
    }
    recordTest(message, at: raiser, takers, hops: max(0, route.hops.count - 1), in: snapshot) {
      for taker in takers { delivery.deliver(to: taker) }
    }
    taken.handlings = delivery.handlings
    if route.isTaken, delivery.handlings.isEmpty {
      // Without a note, the objects were gone: a list of children may create them on each call.
      if delivery.notes.isEmpty { return nil }
      let reasons = delivery.notes.joined(separator: "; ")
      throw RefusedError("no handler ran: \(reasons) ('raise --dry' shows the route)")
    }
    return TestRun(taken: taken, notes: delivery.notes)
  }

  /// Records a test message while it is delivered, if the app has a journal.
  private func recordTest(
    _ message: Message, at raiser: Int, _ takers: [Int], hops: Int, in snapshot: Snapshot,
    _ deliver: () -> Void
  ) {
    guard let journal else { return deliver() }
    func name(_ position: Int) -> RecordedObject {
      RecordedObject(id: snapshot[position].id, type: snapshot[position].type)
    }
    journal.record(
      message, label: nil, raisedBy: name(raiser), takenBy: takers.map(name), hops: hops,
      isTest: true, deliver)
  }
}

extension TakenRoute.Stop {
  init(_ node: Snapshot.Node) { self.init(id: node.id, type: node.type) }
}

/// Delivers a test message to one object after the other.
struct TestDelivery {
  let message: Message
  let root: AnyObject
  let objects: ObjectTree
  /// The tree before the first delivery.
  let snapshot: Snapshot

  /// The objects that received it.
  private(set) var handlings: [TakenRoute.Handling] = []
  /// Why other objects didn't receive it.
  var notes: [String] = []

  /// Delivers it to the object at a position, unless an earlier handler has removed the object or
  /// ended its subscription.
  mutating func deliver(to position: Int) {
    let stop = TakenRoute.Stop(snapshot[position])
    // The tree can't have changed before the first delivery.
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
  /// registered. Costs a search of each owner's children.
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
  /// Whether an object handles a message, judged by a snapshot of only that object.
  fileprivate func takes(_ view: any Inspectable, _ message: Message) -> Bool {
    snapshot(ofAlone: view).registration(taking: message, at: 0) != nil
  }
}

// For objects that aren't models: the app reports their messages where it passes them on.
extension Journal {
  /// Records a message of objects that aren't models, and its outcome. Models record their messages
  /// automatically.
  ///
  /// ```swift
  /// journal.record(.error(CartErrors.full), raisedBy: cell, takenBy: [cart]) { cart.show(error) }
  /// ```
  ///
  /// An inspector with this journal uses the same ids for the objects. No object is retained.
  ///
  /// - Parameters:
  ///   - message: the message. For a whole domain, nothing is recorded.
  ///   - raiser: the object that raises it.
  ///   - takers: the object that handles an error or a bubble, or the objects that receive an
  ///     event; omit it if there is none.
  ///   - hops: the number of objects that pass the message on before it is handled.
  ///   - handle: passes the message on. The message is recorded as the cause of everything that
  ///     happens inside, and the time that `handle` takes is recorded.
  /// - Returns: the result of `handle`.
  /// - Throws: the error that `handle` throws.
  public func record<Result>(
    _ message: InspectedMessage, raisedBy raiser: AnyObject, takenBy takers: [AnyObject] = [],
    hops: Int = 0, _ handle: () throws -> Result
  ) rethrows -> Result {
    let tree = objectTree(adding: [])
    // An inspector's own reads leave no record.
    guard let code = message.code, !tree.isLooking else { return try handle() }
    func name(_ object: AnyObject) -> RecordedObject {
      RecordedObject(id: tree.id(of: object), type: tree.typeName(of: object))
    }
    return try record(
      Message(kind: Message.Kind(message.kind), domain: message.domain, code: code),
      label: message.label, raisedBy: name(raiser), takenBy: takers.map(name), hops: hops, handle)
  }

  /// Records a message of objects that aren't models and that no object handles.
  ///
  /// - Parameters:
  ///   - message: the message. For a whole domain, nothing is recorded.
  ///   - raiser: the object that raises it.
  public func record(_ message: InspectedMessage, raisedBy raiser: AnyObject) {
    record(message, raisedBy: raiser) {}
  }

  /// Keeps the tree of objects that aren't models, so that it can be shown as of a record. Models do that
  /// by themselves, and an inspector or an agent with this journal does it for its tree.
  ///
  /// The objects are read on the main actor once it is free after a record: as a whole, and no more often
  /// than the journal has room for. No object is retained.
  ///
  /// - Parameters:
  ///   - root: the object at the top, instead of an earlier one.
  ///   - adapters: descriptions of objects that don't adopt `Inspectable`.
  public func record(objectsBelow root: AnyObject, adapters: [InspectionAdapter] = []) {
    keep(treeBelow: root, objectTree(adding: adapters))
  }

  nonisolated fileprivate func keep(treeBelow root: AnyObject, _ objects: ObjectTree) {
    readObjects = { [weak root] in root.map { objects.snapshot(of: $0) } }
    MainActor.assumeIsolated { lookSoon() }
  }

  /// Numbers the objects that aren't models, for all inspectors of the journal.
  ///
  /// - Parameter adapters: descriptions of more objects.
  nonisolated func objectTree(adding adapters: [InspectionAdapter]) -> ObjectTree {
    let tree = objects as? ObjectTree ?? ObjectTree()
    objects = tree
    tree.add(adapters)
    return tree
  }
}
