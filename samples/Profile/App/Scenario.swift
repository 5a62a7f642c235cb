import Foundation
import ObjectSnapshot
import ProfileModels
import TreeSnapshot

/// A walk through the app that can be played again.
struct Scenario {
  let name: String
  let help: String
  let steps: [String]
  /// Whether the tree at its end is kept in `samples/dumps`.
  var hasDump = true

  static let all = [
    Scenario(name: "home", help: "the home screen alone", steps: []),
    Scenario(name: "both", help: "two screens of the same user", steps: ["profile"]),
    Scenario(
      name: "updated", help: "an update reaches both screens, and comments are allowed",
      steps: ["profile", "update", "comment 1"]),
    Scenario(
      name: "offline", help: "an update fails, which the screen that asked shows",
      steps: ["profile", "fail", "update"]),
    Scenario(
      name: "updating", help: "two screens wait for the same slow update",
      steps: ["profile", "slow", "update", "home", "update"]),
    Scenario(
      name: "late", help: "a screen is closed before the answer to its update comes",
      steps: ["profile", "slow", "update", "close profile", "wait"], hasDump: false),
    Scenario(
      name: "denied", help: "comments that are not allowed",
      steps: ["profile", "comment 1", "comment 3"], hasDump: false),
  ]

  /// The file in `samples/dumps` that holds the tree at its end.
  var dump: String { "profile-\(name).json" }

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
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Scenario(name: name, help: "", steps: lines.map(String.init))
  }

  /// Does one step after the other, each when the one before has been answered.
  ///
  /// - Throws: `UserError` at the first step that cannot be done.
  @MainActor
  func play(in app: ProfileApp) async throws(UserError) {
    for (index, step) in steps.enumerated() {
      if !step.isEmpty { app.tell("> \(step)") }
      do throws(UserError) {
        guard try await Script.perform(step, in: app) else { return }
      } catch {
        throw UserError("line \(index + 1): \(error)")
      }
      await app.settle()
    }
  }

  /// Plays every scenario from the start, and writes what each leaves behind.
  @MainActor
  static func writeDumps(into folder: String) async throws {
    for scenario in all where scenario.hasDump {
      let app = try await ProfileApp.sample { _ in }
      try await scenario.play(in: app)
      try app.snapshot().writeDump(toFile: "\(folder)/\(scenario.dump)")
    }
  }
}

extension ProfileApp {
  /// The app with the users and posts of the sample.
  static func sample(tell: @escaping (String) -> Void) async throws(LoadError) -> ProfileApp {
    try await ProfileApp(loader: AppLoader(MemoryLoader(answers: SampleData.users)), tell: tell)
  }

  /// The tree as it is now.
  func snapshot() -> Snapshot { Snapshot(of: self, name: "Profile") }
}
