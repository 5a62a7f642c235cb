import TextIO
import TreeSnapshot

extension LintRule {
  /// A service that hides one of the same name.
  static let shadowedService = LintRule(
    "shadowed-service", .note,
    looksFor: "A service that hides one of the same name in a session further out.",
    definition: """
      Reported once for a session and a service, where a session around it provides a service of the \
      same name: models below get the nearer one. Whether that is meant, no tree says.
      """,
    remedy: "If models below should get the outer one, provide this one by another type."
  ) { subject in
    let (snapshot, columns) = (subject.snapshot, subject.snapshot.columns)
    /// For each service the sessions at or above a node that provide it, the nearest last.
    var open: [Symbol: [Int]] = [:]
    var findings: [LintFinding] = []
    for node in snapshot.positions where columns.hasLists(at: node) {
      for service in columns.services(of: node) {
        var around = open.removeValue(forKey: service) ?? []
        while let last = around.last, Int(columns.subtreeEnds[last]) <= node {
          Steps.note()
          around.removeLast()
        }
        if let outer = around.last, outer != node {
          findings.append(
            LintFinding(
              .shadowedService(service), at: subject.place(of: node),
              LintRelation(.outerProvider, subject.place(of: outer))))
        }
        if around.last != node { around.append(node) }
        open[service] = around
        Steps.note()
      }
    }
    return findings
  }
}
