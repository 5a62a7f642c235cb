import ModelTree
import TreeObjects

enum StorageError: Int, Error, CaseIterable {
  case diskFull = 28
  case locked = 35
}

enum CarEvent: String, CaseIterable { case reload }

/// An object of an app that knows no model tree.
class Screen: Inspectable {
  let label: String?
  var below: [AnyObject?]
  var subscriptions: [InspectedMessage] = []
  var isSession = false
  var services: [String] = []
  /// The tests that it took.
  var received: [TestMessage] = []
  var onTest: (() throws -> Void)?

  init(_ label: String? = nil, _ below: [AnyObject?] = []) {
    self.label = label
    self.below = below
  }

  var inspectedChildren: [AnyObject?] { below }
  var inspectedLabel: String? { label }
  var inspectedSubscriptions: [InspectedMessage] { subscriptions }
  var inspectedServices: [String] { services }
  var isInspectedSession: Bool { isSession }
  func receive(_ test: TestMessage) throws {
    received.append(test)
    try onTest?()
  }
}

final class Router: Screen {}
final class CarList: Screen {}
final class Editor: Screen {}

/// Listens, and says nothing of tests.
final class Mute: Inspectable {
  var inspectedChildren: [AnyObject?] { [] }
  var inspectedSubscriptions: [InspectedMessage] {
    [.bubble("Mute", "tap"), .event(CarEvent.reload)]
  }
}

/// Router ─ CarList, Editor "first" (Mute), Editor "second" (CarList again, Router again).
func makeForeignTree() -> Router {
  let list = CarList()
  let root = Router("app", [list])
  let (first, second) = (Editor("first", [Mute()]), Editor("second", [list]))
  root.below += [first, second, nil]
  root.subscriptions = [.error(StorageError.self), .event(CarEvent.reload)]
  root.services = ["Storage"]
  list.subscriptions = [.event(CarEvent.reload)]
  first.subscriptions = [.error(StorageError.locked)]
  second.isSession = true
  second.subscriptions = [.event(CarEvent.reload), .error(StorageError.diskFull)]
  return root
}
