import CarsModels
import SampleApps
import Testing

@testable import Cars

/// Answers that come after the person has gone elsewhere.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LateAnswerTests {
  /// Does something whose first question is kept waiting, while later ones are answered.
  private func ask(_ line: String, _ user: TestApp) async throws {
    let before = await user.storage.heldCount
    await user.storage.hold()
    try user.app.perform(line)
    while await user.storage.heldCount == before { await Task.yield() }
    await user.storage.stopHolding()
  }

  private func answer(_ user: TestApp) async {
    await user.storage.release()
    await user.app.settle()
  }

  @Test(arguments: StorageKind.allCases)
  func `an answer for a screen that is gone does not touch the next one`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await ask("open 1", user)
    try user.app.perform("back")
    try user.app.perform("open 2")
    while user.front?.summary != "loaded: model:   Ford Focus RS" { await Task.yield() }
    let before = user.printed
    await answer(user)
    #expect(user.front?.summary == "loaded: model:   Ford Focus RS")
    #expect(user.printed == before)
  }

  @Test(arguments: StorageKind.allCases)
  func `an answer for a tab that is not selected is there when it is, and not before`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await ask("open 1", user)
    try user.app.perform("drivers")
    while user.front?.summary != "loaded: 1  Anna   2 cars" { await Task.yield() }
    var changes = 0
    user.router.onChange = { changes += 1 }
    await answer(user)
    #expect(changes == 0)
    #expect(user.front?.link == .drivers)
    try await user.perform("cars")
    #expect(user.front?.summary == "loaded: model:   Audi RS 4")
  }

  @Test(arguments: StorageKind.allCases)
  func `the answer to an older question does not replace that to a newer one`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await ask("list", user)
    try user.app.perform("list")
    while user.front?.summary.hasPrefix("loaded") != true { await Task.yield() }
    let before = user.printed
    // The storage answers the older question last, and with another list.
    try await user.opened.storage.deleteCar(Car.ID(1))
    await answer(user)
    #expect(user.front?.controller.view.lines.count == 7)
    #expect(user.printed == before)
  }

  @Test(arguments: StorageKind.allCases)
  func `a form that was left while it was saved leads nowhere, but is saved`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("edit 7", "set model Camaro")
    try await ask("save", user)
    try user.app.perform("back")
    try user.app.perform("back")
    try user.app.perform("open 1")
    await answer(user)
    #expect(user.links(user.router.cars) == ["cars://cars", "cars://car/1"])
    #expect(try await user.opened.storage.readCar(Car.ID(7)).details.model == "Camaro")
    try await user.perform("back")
    #expect(user.front?.controller.view.lines.last == "7  Camaro              CAM 4R0    nobody")
  }

  @Test func `a car that was added on a form that was left is not shown`() async throws {
    let user = try await TestApp()
    try await user.perform("add", "set model Audi", "set plate A 1")
    try await ask("save", user)
    try user.app.perform("back")
    await answer(user)
    #expect(user.links(user.router.cars) == ["cars://cars"])
    #expect(user.front?.controller.view.lines.count == 8)
  }

  @Test func `a failure after its screen was left is shown all the same`() async throws {
    let user = try await TestApp()
    try await user.perform("edit 7", "set plate type 8")
    try await ask("save", user)
    try user.app.perform("back")
    await answer(user)
    #expect(user.printed.contains("! saving failed: another car has the plate 'TYPE 8'"))
    #expect(user.front?.notice == nil)
  }

  @Test func `what is being stored is not stored twice`() async throws {
    let user = try await TestApp()
    try await user.perform("add", "set model Audi", "set plate A 1")
    try await ask("save", user)
    #expect(user.front?.work == "saving")
    for step in ["save", "set plate B 2"] {
      #expect(throws: UserError("wait, saving…")) {
        try user.app.perform(step)
      }
    }
    user.front?.buttons.first?.press()
    #expect(user.router.activity.count == 1)
    await answer(user)
    #expect(user.front?.link == .car(Car.ID(8)))
    #expect(try await user.opened.storage.readCars().count == 8)
  }
}
