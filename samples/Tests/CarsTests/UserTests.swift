import CarsModels
import SampleApps
import Testing

@testable import Cars

@MainActor
@Suite struct `What a user does` {
  @Test(arguments: [
    (
      "dance",
      "there is no 'dance' to do; there are list, open, pick, edit, delete, set, save, add, "
        + "assign, nobody, cars, drivers, back, link, retry, pull, plug, hold, release, wait, help, quit"
    ),
    ("open", "give one number: open 3"), ("open x", "give one number: open 3"),
    ("open 0", "give one number: open 3"), ("open 1 2", "give one number: open 3"),
    ("open 99999999999999999999", "give one number: open 3"),
    ("open 9", "there is no car 9 in this list"), ("delete 9", "there is no car 9 in this list"),
    ("edit", "there is no [edit] here; [add]"), ("save", "there is no [save] here; [add]"),
    ("pick 1", "there is nobody to pick here; open a car, then assign"),
    ("set", "name a field and a text: set model Audi RS 4"),
    ("set model X", "nothing is edited here; edit or add first"),
    ("back", "there is no screen behind this one"), ("retry", "nothing has failed here"),
    ("link", "give one link: link cars://car/7/edit"),
    ("list all", "'list' stands alone; 'all' is too much"),
  ])
  func `what cannot be done now is said in words`(step: String, text: String) async throws {
    let user = try await TestApp()
    await #expect(throws: UserError(text)) { try await user.perform(step) }
  }

  @Test func `what a screen does not offer is said in words`() async throws {
    let user = try await TestApp()
    try await user.perform("add")
    await #expect(throws: UserError("there is nothing to open here")) {
      try await user.perform("open 1")
    }
    await #expect(throws: UserError("there are no rows to edit or delete here")) {
      try await user.perform("delete 1")
    }
    await #expect(throws: UserError("there is no field 'x'; there are model, plate")) {
      try await user.perform("set x y")
    }
    try await user.perform("link cars://car/1/assign")
    await #expect(throws: UserError("there is nothing to open here")) {
      try await user.perform("open 1")
    }
    await user.storage.hold()
    try await user.perform("link cars://car/1")
    await #expect(throws: UserError("there is no [edit] here; there are no buttons")) {
      try await user.perform("edit")
    }
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `a scenario can be played`(name: String) async throws {
    let user = try await TestApp()
    try await Scenario.named(name, among: Scenario.all).play(in: user.app)
    #expect(user.front?.summary.hasPrefix("loading") == false)
  }
}
