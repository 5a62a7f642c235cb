import CarsModels
import SampleApps
import Testing

@testable import Cars

/// What the routers make of what a person does.
@MainActor
@Suite struct `Routers and screens` {
  @Test(arguments: StorageKind.allCases)
  func `a car is edited from the list, which shows it then`(kind: StorageKind) async throws {
    let user = try await TestApp(kind)
    try await user.perform("edit 2", "set model Focus", "save", "back")
    #expect(
      user.front?.controller.view.lines[1] == "2  Focus                K-RS 350   Bo")
    #expect(try await user.opened.storage.readCar(Car.ID(2)).driver == Driver.ID(2))
  }

  @Test(arguments: StorageKind.allCases)
  func `a car is deleted from the list, and from its own screen`(kind: StorageKind) async throws {
    let user = try await TestApp(kind)
    try await user.perform("delete 2")
    #expect(user.front?.controller.view.lines.count == 6)
    try await user.perform("open 3", "delete")
    #expect(user.links(user.router.cars) == ["cars://cars"])
    #expect(user.front?.controller.view.lines.count == 5)
    #expect(try await user.opened.storage.readCars().map(\.id.number) == [1, 4, 5, 6, 7])
  }

  @Test(arguments: StorageKind.allCases)
  func `deleting the last car leads to the empty state`(kind: StorageKind) async throws {
    let user = try await TestApp(kind)
    for number in 1...7 { try await user.perform("delete \(number)") }
    #expect(user.front?.summary == "empty: There are no cars.")
  }

  @Test(arguments: StorageKind.allCases)
  func `a car that was added is shown, in front of the list`(kind: StorageKind) async throws {
    let user = try await TestApp(kind)
    try await user.perform("add", "set model Audi", "set plate a 1", "save")
    #expect(user.links(user.router.cars) == ["cars://cars", "cars://car/8"])
    #expect(
      user.front?.controller.view.lines == ["model:   Audi", "plate:   A 1", "driver:  nobody"])
  }

  @Test(arguments: StorageKind.allCases)
  func `a driver is assigned, leads to the other tab, and is taken away again`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("drivers", "cars", "open 7", "assign", "pick 3")
    #expect(user.front?.controller.view.lines.last == "driver:  3  Chidi")
    #expect(
      user.router.drivers.navigation.front?.controller.view.lines.last == "3  Chidi  2 cars")
    try await user.perform("open 3")
    #expect(user.router.tab == .drivers)
    #expect(
      user.front?.controller.view.lines == [
        "name:  Chidi", "cars:  2", "6  Honda Civic Type R   TYPE 8",
        "7  Chevrolet Camaro RS  CAM 4R0",
      ])
    try await user.perform("open 7", "assign", "nobody")
    #expect(user.router.tab == .cars)
    #expect(user.front?.controller.view.lines.last == "driver:  nobody")
  }

  @Test(arguments: StorageKind.allCases)
  func `drivers are added, edited and deleted, and the cars' tab follows`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("drivers", "add", "set name Dara", "save")
    #expect(user.links(user.router.drivers) == ["cars://drivers", "cars://driver/4"])
    try await user.perform("list", "edit 1", "set name Ann", "save")
    let cars = user.router.cars.navigation.front?.controller
    #expect(cars?.view.lines.first == "1  Audi RS 4            IN-RS 4    Ann")
    try await user.perform("delete")
    #expect(user.front?.controller.view.lines.first == "2  Bo     1 car")
    try await user.perform("delete 2", "cars")
    #expect(
      user.front?.controller.view.lines.first == "1  Audi RS 4            IN-RS 4    nobody")
  }

  @Test(arguments: StorageKind.allCases)
  func `saving a car keeps who drives it now, not who did when the form was filled`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    try await user.perform("edit 1", "set model RS 4", "drivers", "delete 1", "cars", "save")
    #expect(user.front?.controller.view.lines.first == "model:   RS 4")
    #expect(user.front?.controller.view.lines.last == "driver:  nobody")
  }

  @Test func `a form shows what is wrong, and stores nothing`() async throws {
    let user = try await TestApp()
    try await user.perform("add", "save")
    #expect(user.front?.controller.view.lines.last == "! the model is missing")
    try await user.perform("set model Audi", "set plate ?", "save")
    #expect(user.front?.controller.view.lines.last?.hasPrefix("! '?' is no number plate") == true)
    try await user.perform("set plate A 1")
    #expect(
      user.front?.controller.view.lines.last == "set model TEXT, set plate TEXT, then save")
    #expect(try await user.opened.storage.readCars().count == 7)
  }
}

/// Links, and the screens that they put behind the one that they lead to.
@MainActor
@Suite struct `Links between documents` {
  @Test(arguments: StorageKind.allCases, `Deep links`.links.map(\.0))
  func `a link leads to its screen, from wherever`(kind: StorageKind, link: String) async throws {
    for place in ["list", "drivers", "edit 2", "link cars://driver/2/edit"] {
      let user = try await TestApp(kind)
      try await user.perform(place, "link \(link)")
      #expect(user.links(user.router.selected).last == link)
      #expect(user.front?.summary.hasPrefix("loaded: ") == true)
    }
  }

  @Test func `the screens behind are those of the way that leads there`() async throws {
    let user = try await TestApp()
    try await user.perform("link cars://car/7/edit")
    #expect(
      user.links(user.router.cars) == ["cars://cars", "cars://car/7", "cars://car/7/edit"])
    try await user.perform("back")
    #expect(user.front?.summary == "loaded: model:   Chevrolet Camaro RS")
    // The car is shown already, and not put in front of itself.
    try await user.perform("link cars://car/7/assign")
    #expect(
      user.links(user.router.cars) == ["cars://cars", "cars://car/7", "cars://car/7/assign"])
    try await user.perform("link cars://driver/new")
    #expect(user.links(user.router.drivers) == ["cars://drivers", "cars://driver/new"])
    #expect(user.links(user.router.cars).count == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func `a link to what is not there leads to an error on its screen`(
    kind: StorageKind
  ) async throws {
    let user = try await TestApp(kind)
    for link in ["cars://car/99", "cars://car/99/edit", "cars://car/99/assign"] {
      try await user.perform("link \(link)")
      #expect(user.front?.summary == "error: ! there is no car 99")
    }
    for link in ["cars://driver/99", "cars://driver/99/edit"] {
      try await user.perform("link \(link)")
      #expect(user.front?.summary == "error: ! there is no driver 99")
    }
  }

  @Test func `a link that leads nowhere changes nothing`() async throws {
    let user = try await TestApp()
    let before = user.printed
    await #expect(throws: UserError.self) { try await user.perform("link cars://boats/1") }
    #expect(user.printed == before)
    #expect(user.links(user.router.cars) == ["cars://cars"])
  }
}
