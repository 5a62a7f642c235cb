// What the app shows an inspector, all in one place. Every closure that an object calls to inform the
// objects above it is a bubble, named after the closure.

import CarsModels
import TreeObjects

/// The closures of an object, which the object above it has set.
private func closures(of object: AnyObject, line: UInt = #line) -> [InspectedMessage] {
  Mirror(reflecting: object).children.compactMap(\.label).filter { $0.hasPrefix("on") }
    .map { .bubble("\(type(of: object))", $0, line: line) }
}

extension TestMessage { fileprivate var text: String { "\(domain).\(code), as a test" } }

extension CarsApp: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [storage, router] }
  var inspectedRepresentation: AnyObject? { window }
  var inspectedSubscriptions: [InspectedMessage] {
    [.event("FailingStorage", "pulled")] + closures(of: router)
  }
  func receive(_ test: TestMessage) {
    if test.code == "pulled" { return router.reload() }
    test.code == "onNotice" ? window.notify(test.text) : router.onChange?()
  }
}

extension AppRouter: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [cars, drivers] }
  var inspectedState: KeyValuePairs<String, String> { ["tab": tab.rawValue] }
  var inspectedSubscriptions: [InspectedMessage] { closures(of: cars) + closures(of: drivers) }
  func receive(_ test: TestMessage) throws {
    let other: any Router = test.domain == "CarRouter" ? drivers : cars
    if test.code.hasPrefix("onShow") { throw refusal("a test names no car and no driver") }
    test.code == "onStore" ? other.reload() : onNotice?(test.text)
  }
}

extension CarRouter: @MainActor Inspectable {}
extension DriverRouter: @MainActor Inspectable {}
@MainActor extension Inspectable where Self: Router {
  var inspectedChildren: [AnyObject?] { navigation.screens }
  var inspectedSubscriptions: [InspectedMessage] {
    [.error(StorageError.self)] + navigation.screens.flatMap { closures(of: $0.controller) }
  }
  // A test does not say on which screen it was raised: it is taken to be the one in front.
  func receive(_ test: TestMessage) throws {
    guard let front = navigation.front else { throw refusal("it shows no screen yet") }
    switch test.code {
    case "onRetry": front.load()
    case "onChange": front.onChange?()
    case _ where test.kind == .bubble: throw refusal("a test hands over no row and no text")
    case _ where front.holdsDraft: front.finish(notice: test.text)
    default: fail(front.beginLoading(), on: front, saying: test.text)
    }
  }
}

extension Screen: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [controller] }
  var inspectedLabel: String? { "\(link)" }
  var inspectedState: KeyValuePairs<String, String> { ["notice": notice ?? "none"] }
  var inspectedRaises: [InspectedMessage] { [.error(StorageError.unavailable(reason: ""))] }
}

extension CarFormController: @MainActor Inspectable {}
extension DriverFormController: @MainActor Inspectable {}
@MainActor extension Inspectable where Self: FormController {
  var inspectedChildren: [AnyObject?] { [] }
  var inspectedState: KeyValuePairs<String, String> { ["problem": problem ?? "none"] }
  var inspectedSubscriptions: [InspectedMessage] { [.error(DetailsError.self)] }
  func receive(_ test: TestMessage) { complain(test.text) }
}
