import ObjectSnapshot
import TreeAnalysis
import TreeJournal
import TreeObjects
import TreeSnapshot

/// The tree of an app's objects below a root, each of which describes itself.
struct ObjectsBelow: InspectableTree {
  let root: AnyObject
  let objects: ObjectTree

  func snapshot(ofTreeNamed name: String?) -> Snapshot { objects.snapshot(of: root, name: name) }

  func count() -> Int { objects.snapshot(of: root).count }

  var changeCount: Int? { nil }

  func descriptionDigest() -> Int { 0 }

  var treeToken: AnyObject? { nil }

  func inspectionBegins() {}

  func endedSubscriptions() -> [EndedSubscription] { [] }

  var recording: (writer: JournalWriter, tree: Int)? { nil }

  var knowsLeakedModels: Bool { false }

  func leakedModels() -> [LeakedModel] { [] }

  /// Objects deliver nothing by themselves: the snapshot decides which of them take the message, and
  /// each of these receives it.
  func raiseTest(_ message: Message, at raiser: Int, in snapshot: Snapshot) throws -> TestRun? {
    let route = snapshot.route(of: message, raisedAt: raiser)
    var taken = TakenRoute(
      message: message, raiser: TakenRoute.Stop(snapshot[raiser]),
      passed: route.hops.filter { $0.verdict == .passed }.map { .init(snapshot[$0.node]) })
    var delivery = TestDelivery(message: message, root: root, objects: objects, snapshot: snapshot)
    switch route.outcome {
    case .handled(let handler): delivery.deliver(to: handler)
    case .delivered(let receivers):
      for receiver in receivers { delivery.deliver(to: receiver) }
    case .uncaught:
      taken.isUncaught = true
      delivery.notes.append("no object is registered for it, and none was notified")
    case .unhandled, .unheard: break
    }
    taken.handlings = delivery.handlings
    if route.isTaken, delivery.handlings.isEmpty {
      // Without a reason they were gone: an owner may make what it lists as it is asked.
      if delivery.notes.isEmpty { return nil }
      throw NotReceivedError(reasons: delivery.notes)
    }
    return TestRun(taken: taken, notes: delivery.notes)
  }
}

/// None of the objects that should take a test message could.
struct NotReceivedError: Error, CustomStringConvertible {
  let reasons: [String]

  var description: String {
    "no handler ran: \(reasons.joined(separator: "; ")) ('raise --dry' shows the route)"
  }
}

extension TakenRoute.Stop {
  init(_ node: Snapshot.Node) { self.init(id: node.id, type: node.type) }
}
