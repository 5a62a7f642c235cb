import TreeSnapshot

extension LintRule {
  /// A local session that is not open.
  static let unopenedSession = LintRule(
    "unopened-session", .warning,
    looksFor: "A session inside the tree that was never opened.",
    definition: """
      Reported at each session below the root that isn't open: its services don't exist, so models \
      below it get those of the sessions around it, or none. Only a tree of models knows it; a root \
      session, and an object of another architecture, is never reported.
      """,
    remedy: "Call open() once the session is created."
  ) { subject in
    let fixed = subject.snapshot.columns.nodes.fixed
    return subject.snapshot.positions.filter { fixed[$0].isUnopened }
      .map { LintFinding(.unopened, at: subject.place(of: $0)) }
  }
}
