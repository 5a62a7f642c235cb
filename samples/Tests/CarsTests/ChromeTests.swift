import CarsModels
import SampleApps
import Testing

@testable import Cars

@MainActor
@Suite struct `The chrome` {
  @Test(arguments: [
    ("list", "cars", "Cars", ["add"]), ("open 1", "cars", "Car 1", ["edit", "delete", "assign"]),
    ("edit 1", "cars", "Edit car 1", ["save"]), ("add", "cars", "New car", ["save"]),
    ("link cars://car/1/assign", "cars", "Driver of car 1", ["nobody"]),
    ("drivers", "drivers", "Drivers", ["add"]),
    ("link cars://driver/1", "drivers", "Driver 1", ["edit", "delete"]),
    ("link cars://driver/1/edit", "drivers", "Edit driver 1", ["save"]),
    ("link cars://driver/new", "drivers", "New driver", ["save"]),
  ])
  func `title, tab and buttons are those of the screen`(
    step: String, tab: String, title: String, buttons: [String]
  ) async throws {
    let user = try await TestApp()
    try await user.perform(step)
    let chrome = try #require(user.router.chrome)
    #expect(chrome.tabs == ["cars", "drivers"])
    #expect(chrome.selectedTab == tab)
    #expect(chrome.title == title)
    #expect(chrome.buttons == buttons)
  }

  @Test func `what needs the answer has no button before it is there`() async throws {
    let user = try await TestApp()
    await user.storage.hold()
    try await user.perform("open 1")
    #expect(user.router.chrome?.buttons == [])
    try await user.perform("list")
    #expect(user.router.chrome?.buttons == ["add"])
  }

  @Test func `a tab is found as it was left`() async throws {
    let user = try await TestApp()
    try await user.perform("edit 7", "set plate RS 7", "drivers", "open 2", "cars")
    #expect(user.front?.controller.view.lines[1] == "plate:  RS 7")
    try await user.perform("drivers")
    #expect(user.router.chrome?.title == "Driver 2")
  }

  @Test func `one change is drawn once, with the chrome around the view`() async throws {
    let user = try await TestApp()
    try await user.perform("open 1")
    #expect(
      user.printed.suffix(8) == [
        "┌ Car 1", "│ loading…", "└ *cars* drivers  cars://car/1",
        "┌ Car 1 [edit] [delete] [assign]", "│ model:   Audi RS 4", "│ plate:   IN-RS 4",
        "│ driver:  1  Anna", "└ *cars* drivers  cars://car/1",
      ])
    #expect(user.printed.count == 12 + 8)
  }

  @Test func `screens that are put behind are not drawn on the way`() async throws {
    let user = try await TestApp()
    try await user.perform("open 1")
    let before = user.printed.count
    try await user.perform("link cars://car/7/edit", "set plate RS 7", "save")
    let bars = user.printed[before...].filter { $0.hasPrefix("┌") }
    let form = "┌ Edit car 7 [save]"
    #expect(
      bars == ["┌ Edit car 7", form, form, form, "┌ Car 7", "┌ Car 7 [edit] [delete] [assign]"])
  }
}
