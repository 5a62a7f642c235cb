import TreeAnalysis
import TreeSnapshot

/// Lint's findings in a tree that a test describes.
enum Linted {
  /// A dump of these nodes, a line each.
  static func tree(_ nodes: [String], messages: [String] = []) throws -> Snapshot {
    try Snapshot(
      dump:
        #"{"format": "model-tree", "version": 1, "messages": [\#(messages.joined(separator: ","))],"#
        + "\"nodes\": [\n\(nodes.joined(separator: ",\n"))\n]}")
  }

  /// The findings of a rule, each in a line: place, reason, and related places.
  static func find(
    _ rule: String, _ nodes: [String], messages: [String] = []
  ) throws -> [String] {
    let subject = LintSubject(try tree(nodes, messages: messages))
    return findings(of: rule, in: subject).map(describe)
  }

  /// The findings of a rule in a tree.
  static func findings(of rule: String, in subject: LintSubject) -> [LintFinding] {
    subject.findings().filter { $0.rule.name == rule }
  }

  static func describe(_ finding: LintFinding) -> String {
    let related = finding.relation.map { "; \($0.what): \(describe($0.place))" }
    return "\(describe(finding.place)): \(finding.reason)" + (related ?? "")
  }

  private static func describe(_ place: LintPlace) -> String {
    "\(place.path) #\(place.id)" + (place.source.map { " at \($0)" } ?? "")
  }
}
