import SampleApps

extension Scenario {
  static let all = [
    Scenario(
      "list", "the cars, then the drivers", ["drivers"], dump: "cars-list"),
    Scenario(
      "edit", "a car is edited, first with a plate that is none",
      ["open 7", "edit", "set plate ???", "save", "set plate RS 7", "save", "back"],
      dump: "cars-edit", after: 4),
    Scenario(
      "assign", "a driver gets a car, and loses it as the driver is deleted",
      ["open 7", "assign", "pick 2", "open 2", "delete", "cars"], dump: "cars-assign", after: 2),
    Scenario(
      "pull", "the storage is pulled while the list is shown, and plugged again",
      ["pull", "retry", "plug", "retry"], dump: "cars-pull", after: 1),
    Scenario(
      "late", "an answer comes when its screen has gone",
      ["hold", "open 1", "back", "drivers", "release"], dump: "cars-late", after: 4),
    Scenario(
      "unsaved", "a car cannot be saved, which is known when its screen has gone",
      ["open 7", "edit", "set plate RS 7", "hold", "save", "back", "pull", "release"],
      journal: "cars-unsaved"),
    Scenario(
      "link", "links from outside",
      ["link cars://car/7/edit", "back", "link cars://driver/1", "link cars://car/99"]),
  ]
}
