import ChatModels
import Foundation
import TreeSnapshot

/// A walk through the app that can be played again.
struct Scenario {
  let name: String
  let help: String
  let steps: [String]

  static let all = [
    Scenario(name: "conversation", help: "messages from both sides", steps: conversation),
    Scenario(
      name: "sending", help: "a message is on its way, and its details are shown",
      steps: conversation + ["pause", "send At the door", "tap 4"]),
    Scenario(
      name: "failed", help: "a message could not be sent",
      steps: conversation + ["fail", "send At the door"]),
    Scenario(
      name: "choices", help: "what can be done with a message that was not sent",
      steps: conversation + ["fail", "send At the door", "hold 4"]),
    Scenario(
      name: "reply", help: "a reply is written to a message, and the one before is deleted",
      steps: conversation + ["tap 3", "send Blue", "hold 3", "reply", "hold 2", "delete"]),
  ]

  private static let conversation = [
    "receive Are you coming?", "send Yes, at eight", "receive Which door is it?",
  ]

  /// The file in `samples/dumps` that holds the tree at its end.
  var dump: String { "chat-\(name).json" }

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

  /// Does every step as soon as the one before has been answered, up to `quit`.
  ///
  /// - Throws: `UserError` at the first step that cannot be done.
  @MainActor
  func play(in app: ChatApp) async throws(UserError) {
    for step in steps.prefix(while: { $0 != "quit" }) {
      app.window.tell("> \(SafeText.escape(step))")
      try UserCommands.perform(step, in: app)
      await app.settle()
    }
  }

  /// Plays every scenario from the start, and writes what each leaves behind.
  @MainActor
  static func writeDumps(into folder: String) async throws {
    for scenario in all {
      let app = ChatApp(courier: SimulatedCourier()) { _ in }
      try await scenario.play(in: app)
      try app.writeDump(to: "\(folder)/\(scenario.dump)")
      app.courier.resume()
    }
  }
}
