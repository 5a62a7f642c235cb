import Foundation

/// A walk through the app that can be played again.
struct Scenario {
  let name: String
  let help: String
  let steps: [String]
  /// After how many steps the tree tells most; nil where no dump of it is kept.
  var tellingStep: Int?

  static let all = [
    Scenario(
      name: "list", help: "the cars, then the drivers", steps: ["drivers"], tellingStep: 1),
    Scenario(
      name: "edit", help: "a car is edited, first with a plate that is none",
      steps: ["open 7", "edit", "set plate ???", "save", "set plate RS 7", "save", "back"],
      tellingStep: 4),
    Scenario(
      name: "assign", help: "a driver gets a car, and loses it as the driver is deleted",
      steps: ["open 7", "assign", "pick 2", "open 2", "delete", "cars"], tellingStep: 2),
    Scenario(
      name: "pull", help: "the storage is pulled while the list is shown, and plugged again",
      steps: ["pull", "retry", "plug", "retry"], tellingStep: 1),
    Scenario(
      name: "late", help: "an answer comes when its screen has gone",
      steps: ["hold", "open 1", "back", "drivers", "release"], tellingStep: 4),
    Scenario(
      name: "link", help: "links from outside",
      steps: ["link cars://car/7/edit", "back", "link cars://driver/1", "link cars://car/99"]),
  ]

  /// The scenario with a name, or else the lines of a file.
  ///
  /// - Throws: `UserError` where there is neither.
  static func named(_ name: String) throws(UserError) -> Scenario {
    if let scenario = all.first(where: { $0.name == name }) { return scenario }
    guard let text = try? String(contentsOfFile: name, encoding: .utf8) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UserError(
        "there is no scenario '\(name)', and no text file; the scenarios are \(names)")
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    return Scenario(name: name, help: "", steps: lines.filter { !$0.hasPrefix("#") })
  }

  /// Does every step as soon as the one before has been answered.
  ///
  /// - Throws: `UserError` at the first step that cannot be done.
  @MainActor
  func play(in app: CarsApp) async throws(UserError) { try await play(steps, in: app) }

  @MainActor
  func play(_ steps: some Sequence<String>, in app: CarsApp) async throws(UserError) {
    for step in steps where step != "quit" {
      app.tell("> \(step)")
      try UserActions.perform(step, in: app)
      await app.settle()
    }
  }
}
