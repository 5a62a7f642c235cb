import CarsModels
import SampleApps
import Testing

@testable import Cars

/// Nobody keeps alive what was closed.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LifetimeTests {
  @Test(
    arguments: StorageKind.allCases,
    [
      ["open 1"], ["edit 1", "set plate ?", "save"], ["add"], ["link cars://car/1/assign"],
      ["drivers"], ["link cars://driver/1"], ["link cars://driver/1/edit"],
      ["link cars://driver/new"], ["link cars://car/99"], ["pull"],
    ])
  func `the routers go with the app, whatever is shown`(
    kind: StorageKind, steps: [String]
  ) async throws {
    weak var app: CarsApp?
    weak var router: AppRouter?
    weak var cars: CarRouter?
    weak var drivers: DriverRouter?
    weak var window: Window?
    do {
      let user = try await TestApp(kind)
      for step in steps { try await user.perform(step) }
      app = user.app
      router = user.router
      cars = user.router.cars
      drivers = user.router.drivers
      window = user.app.window
    }
    #expect(app == nil)
    #expect(router == nil)
    #expect(cars == nil)
    #expect(drivers == nil)
    #expect(window == nil)
  }

  @Test(arguments: [
    "list", "open 1", "edit 1", "add", "link cars://car/1/assign", "drivers",
    "link cars://driver/1", "link cars://driver/1/edit", "link cars://driver/new",
    "link cars://car/99",
  ])
  func `a screen and its controller go when the screen is left`(step: String) async throws {
    let user = try await TestApp()
    try await user.perform(step)
    weak let screen = user.front
    weak let controller = user.front?.controller
    #expect(screen != nil)
    let isRoot = user.router.selected.navigation.screens.count == 1
    // A list stays as long as its tab; reading it again makes a new controller.
    try await user.perform(isRoot ? "list" : "back")
    if !isRoot { #expect(screen == nil) }
    #expect(controller == nil)
  }

  @Test func `a router that waits for an answer can go before it comes`() async throws {
    let storage = FailingStorage(MemoryStorage())
    await storage.hold()
    let activity = Activity()
    weak var router: CarRouter?
    weak var screen: Screen?
    do {
      let strong = CarRouter(storage: storage, activity: activity, journal: .sample())
      strong.showRoot()
      router = strong
      screen = strong.navigation.front
      while await storage.heldCount == 0 { await Task.yield() }
    }
    #expect(router == nil)
    #expect(screen == nil)
    await storage.release()
    while activity.count > 0 { await Task.yield() }
  }
}
