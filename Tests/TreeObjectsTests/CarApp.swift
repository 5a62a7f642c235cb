import TreeObjects

// An app of routers, controllers and a storage, which knows no model tree.

enum StorageError: Int, Error, CaseIterable {
  case diskFull = 28
  case locked = 35
}

enum ListAction: Error { case didSelect(row: Int), didDelete }

enum AppEvent: String, CaseIterable { case reload, loggedOut = "LoggedOut" }

class Router {
  var list: CarList?
  var editor: CarEditor?
  var routers: [Router] = []
  var received: [TestMessage] = []

  var inspectedLabel: String? { nil }
}

extension Router: Inspectable {
  var inspectedChildren: [AnyObject?] { [list, editor] + routers }
  var inspectedSubscriptions: [InspectedMessage] {
    [.error(StorageError.self), .bubble("CarList", "didSelect")]
  }
  var isInspectedSession: Bool { true }
  func receive(_ test: TestMessage) { received.append(test) }
}

final class DriverRouter: Router {
  override var inspectedLabel: String? { "drivers" }
}

final class CarView {}

final class CarList {
  var cars = ["Mini", "Beetle"]
  var storage: Storage?
  let view = CarView()
}

extension CarList: Inspectable {
  var inspectedChildren: [AnyObject?] { [storage] }
  var inspectedSubscriptions: [InspectedMessage] { [.event(AppEvent.reload)] }
  var inspectedRaises: [InspectedMessage] {
    [.bubble(ListAction.didSelect(row: 1)), .error(StorageError.locked), .error(StorageError.self)]
  }
  var inspectedServices: [String] { ["Cells"] }
  var inspectedRepresentation: AnyObject? { view }
  var inspectedState: KeyValuePairs<String, String> { ["cars": "\(cars.count)"] }
  var inspectedSource: String? { "CarRouter.swift:7" }
}

final class CarEditor: Inspectable {
  var storage: Storage?
  var inspectedName: String? { "Editor" }
  var inspectedChildren: [AnyObject?] { [storage] }
}

/// Adopts nothing.
final class Storage { var parts: [AnyObject] = [] }

/// Other trees that tests need.
final class Part: Inspectable {
  var name: String?
  var parts: [AnyObject?] = []
  var onRead: (() -> Void)?
  var onState: (() -> Void)?

  init(_ name: String? = nil, _ parts: [AnyObject?] = []) {
    self.name = name
    self.parts = parts
  }

  var inspectedName: String? { name }
  var inspectedChildren: [AnyObject?] {
    let parts = parts
    onRead?()
    return parts
  }
  var inspectedState: KeyValuePairs<String, String> {
    onState?()
    return [:]
  }
}
