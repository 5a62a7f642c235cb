import CarsModels
import SampleApps
import Testing

@testable import Cars

/// The four states, as the routers lead their screens through them.
@MainActor
@Suite struct `States of a screen` {
  @Test(arguments: StorageKind.allCases, ["list", "drivers", "open 1", "link cars://driver/1"])
  func `a screen is loading until the answer is there, then loaded`(
    kind: StorageKind, step: String
  ) async throws {
    let user = try await TestApp(kind)
    await user.storage.hold()
    try await user.perform(step)
    #expect(user.front?.summary == "loading: loading…")
    await user.storage.release()
    await user.app.settle()
    #expect(user.front?.summary.hasPrefix("loaded: ") == true)
  }

  @Test(arguments: StorageKind.allCases)
  func `a list without rows is empty, with a hint`(kind: StorageKind) async throws {
    let user = try await TestApp(kind, isEmpty: true)
    #expect(user.front?.controller.view.lines == ["There are no cars.", "add, to add one"])
    #expect(user.front?.summary == "empty: There are no cars.")
    try await user.perform("drivers")
    #expect(user.front?.controller.view.lines == ["There are no drivers.", "add, to add one"])
    try await user.perform("cars", "add", "set model Audi", "set plate A 1", "save", "assign")
    #expect(
      user.front?.controller.view.lines
        == ["There are no drivers.", "link cars://driver/new, to add one"])
    try await user.perform("list")
    #expect(user.front?.summary == "loaded: 1  Audi  A 1  nobody")
  }

  @Test(arguments: StorageKind.allCases)
  func `pulling the storage while the list is shown is an error, and retry brings it back`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("pull")
    let error = "error: ! the storage is not available: it was pulled; plug brings it back"
    #expect(user.front?.summary == error)
    #expect(user.front?.controller.view.lines.last == "retry, to ask again")
    try await user.perform("retry")
    #expect(user.front?.summary == error)
    try await user.perform("plug")
    #expect(user.front?.summary == error)
    try await user.perform("retry")
    #expect(user.front?.controller.view.lines.count == 7)
  }

  @Test(arguments: StorageKind.allCases)
  func `pulling reaches the screens behind and the other tab, but nothing that is written down`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("drivers", "cars", "open 7", "edit", "set plate RS 7", "pull")
    let summaries = user.router.cars.navigation.screens.map { $0.summary.prefix(6) }
    #expect(summaries == ["error:", "error:", "loaded"])
    #expect(user.router.drivers.navigation.front?.summary.hasPrefix("error:") == true)
    #expect(user.front?.controller.view.lines[1] == "plate:  RS 7")
    try await user.perform("save")
    #expect(
      user.front?.notice == "the storage is not available: it was pulled; plug brings it back")
    #expect(user.front?.controller.view.lines[1] == "plate:  RS 7")
    try await user.perform("plug", "save")
    #expect(user.front?.link == .car(Car.ID(7)))
    #expect(user.front?.controller.view.lines[1] == "plate:   RS 7")
  }

  @Test(arguments: StorageKind.allCases)
  func `what cannot be deleted stays, with a notice`(kind: StorageKind) async throws {
    let user = try await TestApp(kind)
    try await user.opened.storage.deleteCar(Car.ID(3))
    try await user.perform("delete 3")
    #expect(user.front?.notice == "there is no car 3")
    #expect(user.printed.contains("│ ! there is no car 3"))
    try await user.perform("open 3")
    #expect(user.front?.summary == "error: ! there is no car 3")
    try await user.perform("list")
    #expect(user.front?.controller.view.lines.count == 6)
    #expect(user.front?.notice == nil)
  }

  @Test func `a plate that is taken is reported on the form, which stays`() async throws {
    let user = try await TestApp()
    try await user.perform("edit 7", "set plate type 8", "save")
    #expect(user.front?.notice == "another car has the plate 'TYPE 8'")
    #expect(user.front?.link == .editCar(Car.ID(7)))
  }
}
