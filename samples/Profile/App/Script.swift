/// Lines that a user types, one after the other.
@MainActor
enum Script {
  /// What can be typed besides what `UserActions` offer.
  static let ownWords = [
    ("wait", "Wait until an update that takes its time is answered."),
    ("help", "List what can be typed."),
    ("quit", "Leave."),
  ]

  /// Does what a line says; nothing where it is empty or a comment behind `#`.
  ///
  /// - Parameter line: what was typed.
  /// - Returns: whether there is more to do.
  /// - Throws: `UserError` where that cannot be done, and the app stays as it was.
  static func perform(_ line: String, in app: ProfileApp) async throws(UserError) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return true }
    switch name {
    case "quit": return false
    case "wait": await app.wait()
    case "help":
      let actions = UserActions.all.map { ($0.usage, $0.help) }
      for (usage, help) in actions + ownWords { app.tell("  \(usage): \(help)") }
    default:
      guard let action = UserActions.all.first(where: { $0.name == name }) else {
        let names = (UserActions.all.map(\.name) + ownWords.map(\.0)).joined(separator: ", ")
        throw UserError("there is no '\(name)' to do; there are \(names)")
      }
      try action.perform(app, Array(words.dropFirst()))
    }
    return true
  }
}
