import CarsModels
import Foundation
import ModelTreeInspector
import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing
import TreeObjects
import TreeSnapshot

@testable import Cars

/// What the app shows an inspector, and what happens to the messages that one raises.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct InspectionTests {
  @Test(arguments: [
    ("list", "CarListController", "CarRouter"), ("open 7", "CarDetailController", "CarRouter"),
    ("edit 7", "CarFormController", "CarRouter"),
    ("link cars://car/7/assign", "DriverPickerController", "CarRouter"),
    ("pull", "ErrorController", "CarRouter"),
    ("link cars://car/99", "ErrorController", "CarRouter"),
    ("drivers", "DriverListController", "DriverRouter"),
    ("link cars://driver/new", "DriverFormController", "DriverRouter"),
    ("link cars://driver/1", "DriverDetailController", "DriverRouter"),
  ])
  func `what the storage cannot do is handled by the router of the screen`(
    step: String, controller: String, router: String
  ) async throws {
    let user = try await TestApp()
    try await user.perform(step)
    let tree = try await user.app.snapshot()
    for code in ["unavailable", "noCar", "noDriver", "plateTaken", "unreadable"] {
      expectTree(tree, matches: "error StorageError.\(code) from \(controller) => \(router)")
    }
  }

  @Test(arguments: [
    "list", "open 1", "edit 7", "link cars://car/7/assign", "pull", "drivers",
    "link cars://driver/1", "link cars://driver/1/edit",
  ])
  func `every closure of what is shown comes to its router`(step: String) async throws {
    let user = try await TestApp()
    try await user.perform(step)
    let controller = try #require(user.front).controller
    let name = "\(type(of: controller))"
    let closures = Mirror(reflecting: controller).children.compactMap(\.label)
      .filter { $0.hasPrefix("on") }
    #expect(!closures.isEmpty)
    let tree = try await user.app.snapshot()
    let router = type(of: user.router.selected)
    for closure in closures {
      expectTree(tree, matches: "bubble \(name).\(closure) from \(name) => \(router)")
    }
  }

  @Test func `what is stored, fails late and changes rises to those who listen`() async throws {
    let user = try await TestApp()
    let tree = try await user.app.snapshot()
    for (domain, code, taker) in [
      ("CarRouter", "onStore", "AppRouter"), ("DriverRouter", "onStore", "AppRouter"),
      ("CarRouter", "onLateFailure", "AppRouter"), ("CarRouter", "onShowDriver", "AppRouter"),
      ("DriverRouter", "onShowCar", "AppRouter"), ("AppRouter", "onNotice", "CarsApp"),
      ("AppRouter", "onChange", "CarsApp"),
    ] {
      expectTree(tree, matches: "bubble \(domain).\(code) from \(domain) => \(taker)")
    }
    expectTree(tree, matches: "event FailingStorage.pulled from FailingStorage => CarsApp only")
  }

  @Test func `a test error shows the error state, whose retry reads again`() async throws {
    let user = try await TestApp()
    try user.router.cars.receive(
      TestMessage(.error, domain: "StorageError", code: "unavailable"))
    #expect(user.front?.summary == "error: ! StorageError.unavailable, as a test")
    try await user.perform("retry")
    #expect(user.front?.summary == "loaded: 1  Audi RS 4            IN-RS 4    Anna")
  }

  @Test func `a test error leaves what is being written down`() async throws {
    let user = try await TestApp()
    try await user.perform("edit 7", "set model Camaro")
    try user.router.cars.receive(TestMessage(.error, domain: "StorageError", code: "plateTaken"))
    #expect(user.front?.notice == "StorageError.plateTaken, as a test")
    #expect(user.front?.summary == "loaded: model:  Camaro")
    let form = try #require(user.front?.controller as? CarFormController)
    form.receive(TestMessage(.error, domain: "DetailsError", code: "missing"))
    #expect(form.view.lines.last == "! DetailsError.missing, as a test")
    try await user.perform("set model Camaro RS")
    #expect(form.problem == nil)
  }

  @Test func `an event that the storage was pulled has everything read again`() async throws {
    let user = try await TestApp()
    try await user.perform("drivers")
    user.app.receive(TestMessage(.event, domain: "FailingStorage", code: "pulled"))
    #expect(user.front?.summary == "loading: loading…")
    #expect(user.router.cars.navigation.front?.summary == "loading: loading…")
    await user.app.settle()
    #expect(user.front?.summary == "loaded: 1  Anna   2 cars")
  }

  @Test func `what a router stored, or could not store, reaches the other one and the app`()
    async throws
  {
    let user = try await TestApp()
    try await user.perform("drivers")
    try user.router.receive(TestMessage(.bubble, domain: "CarRouter", code: "onStore"))
    #expect(user.front?.summary == "loading: loading…")
    #expect(user.router.cars.navigation.front?.summary.hasPrefix("loaded") == true)
    await user.app.settle()
    try user.router.receive(TestMessage(.bubble, domain: "DriverRouter", code: "onLateFailure"))
    #expect(user.printed.last == "! DriverRouter.onLateFailure, as a test")
  }

  @Test func `what a test cannot hand over is said`() async throws {
    let user = try await TestApp()
    #expect(throws: UserError("a test hands over no row and no text")) {
      try user.router.cars.receive(
        TestMessage(.bubble, domain: "CarListController", code: "onDelete"))
    }
    #expect(throws: UserError("a test names no car and no driver")) {
      try user.router.receive(TestMessage(.bubble, domain: "CarRouter", code: "onShowDriver"))
    }
    #expect(throws: UserError("it shows no screen yet")) {
      try user.router.drivers.receive(
        TestMessage(.error, domain: "StorageError", code: "unavailable"))
    }
  }

  @Test func `looking at the app keeps nothing of it alive`() async throws {
    weak var app: CarsApp?
    weak var screen: Screen?
    do {
      let user = try await TestApp()
      let inspector = user.app.inspector()
      try await user.perform("open 1")
      screen = user.front
      #expect(try await inspector.snapshot().count == 9)
      try await user.perform("back")
      #expect(screen == nil)
      #expect(try await inspector.snapshot().count == 7)
      app = user.app
    }
    #expect(app == nil)
  }
}

/// How many lines of the app are there only for the inspector.
@Suite struct `Lines of the inspection` {
  @Test func `few lines are for the inspector alone`() throws {
    let file = samplesFolder.appending(path: "Cars/App/Inspection.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
    }
    #expect(lines.count <= 60)
    // An extension, from its head to its brace at the margin.
    var counts: [String: Int] = [:]
    var head: String?
    for line in lines {
      if let match = line.firstMatch(of: /extension (Inspectable where Self: )?(\w+)/) {
        head = String(match.2)
      }
      if let head { counts[head, default: 0] += 1 }
      if line.hasPrefix("}") || line.hasSuffix("}"), line.first != " " { head = nil }
    }
    // What two types share is half of it each.
    let sharers = ["Router": ["CarRouter", "DriverRouter"]]
      .merging(["FormController": ["CarFormController", "DriverFormController"]]) { $1 }
    for (shared, types) in sharers {
      let count = counts.removeValue(forKey: shared) ?? 0
      for type in types { counts[type, default: 0] += count / types.count }
    }
    #expect(
      counts == [
        "TestMessage": 1, "CarsApp": 11, "AppRouter": 10, "CarRouter": 9, "DriverRouter": 9,
        "Screen": 6, "CarFormController": 4, "DriverFormController": 4,
      ])
    #expect(counts.values.allSatisfy { $0 <= 12 })
  }
}
