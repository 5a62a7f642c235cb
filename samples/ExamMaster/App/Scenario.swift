import TreeSnapshot

/// A walk through the app that can be played again, and the dump that it leaves behind.
struct Scenario {
  let name: String
  let help: String
  let steps: [String]
  /// The file in `samples/dumps` that holds the tree at its end.
  let dump: String

  init(_ name: String, _ help: String, _ steps: [String], dump: String? = nil) {
    self.name = name
    self.help = help
    self.steps = steps
    self.dump = "\(dump ?? name).json"
  }

  static let all = [
    Scenario("anonymous", "nobody is signed in", []),
    Scenario("wrong-name", "a user name that is none", ["sign-in R2D2"]),
    Scenario("registration", "the registration is open", ["register"]),
    Scenario("dashboard", "Anna is signed in", toDashboard),
    Scenario("exam-creation", "an exam at its options", toOptions, dump: "exam-master"),
    Scenario(
      "search", "a subject is looked for, then a topic",
      toDashboard + ["start-exam", "search chem", "pick Chemistry", "search met"]),
    Scenario("confirmation", "an exam to be confirmed", toOptions + ["options 90 40"]),
    Scenario(
      "exam-created", "an exam was made, and the side menu shown",
      toOptions + ["options 90 40", "confirm", "menu"]),
    Scenario(
      "bad-response", "the topics of Physics cannot be read",
      toDashboard + ["start-exam", "pick Physics"]),
    Scenario(
      "bad-token", "asking for English ends the session",
      toDashboard + ["start-exam", "pick English"]),
    Scenario("log-out", "Anna came and went", toDashboard + ["log-out"]),
  ]

  private static let toDashboard = ["sign-in Anna"]
  private static let toOptions = toDashboard + ["start-exam", "pick Math", "pick Algebra"]

  @MainActor
  func play(in app: ExamMasterApp, tell: (String) -> Void) async throws {
    for step in steps {
      tell("> \(step)")
      try UserActions.perform(step, in: app)
      await app.settle()
    }
  }

  /// Plays every scenario from the start, and writes what each leaves behind.
  @MainActor
  static func writeDumps(into folder: String) async throws {
    for scenario in all {
      let app = ExamMasterApp { _ in }
      app.start()
      try await scenario.play(in: app) { _ in }
      try app.snapshot()?.writeDump(toFile: "\(folder)/\(scenario.dump)")
    }
  }
}
