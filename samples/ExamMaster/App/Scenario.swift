import SampleApps

extension Scenario {
  static let all = [
    kept("anonymous", "no user is signed in", []),
    kept("wrong-name", "an invalid user name", ["sign-in R2D2"]),
    kept("registration", "the registration is open", ["register"]),
    kept("dashboard", "Anna is signed in", toDashboard),
    kept("exam-creation", "an exam at its options", toOptions, dump: "exam-master"),
    kept(
      "search", "a search for a subject, then for a topic",
      toDashboard + ["start-exam", "search chem", "pick Chemistry", "search met"]),
    kept("confirmation", "an exam to be confirmed", toOptions + ["options 90 40"]),
    kept(
      "exam-created", "an exam is made, and the side menu shown",
      toOptions + ["options 90 40", "confirm", "menu"]),
    kept(
      "bad-response", "the topics of Physics cannot be read",
      toDashboard + ["start-exam", "pick Physics"]),
    kept(
      "bad-token", "asking for English ends the session",
      toDashboard + ["start-exam", "pick English"]),
    Scenario(
      "upload", "an exam of 400 questions is rejected, without a notice",
      toOptions + ["options 90 400", "confirm"]),
    kept("log-out", "Anna signed in and out", toDashboard + ["log-out"]),
  ]

  private static let toDashboard = ["sign-in Anna"]
  private static let toOptions = toDashboard + ["start-exam", "pick Math", "pick Algebra"]

  /// A scenario whose tree at the end is kept under its name.
  private static func kept(
    _ name: String, _ help: String, _ steps: [String], dump: String? = nil
  ) -> Scenario {
    Scenario(name, help, steps, dump: dump ?? name)
  }
}
