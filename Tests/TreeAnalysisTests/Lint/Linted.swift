import TreeAnalysis
import TreeSnapshot

/// What lint finds in a tree that a test writes down.
enum Linted {
  /// A dump of these nodes, a line each.
  static func tree(_ nodes: [String], messages: [String] = []) throws -> Snapshot {
    try Snapshot(
      dump:
        #"{"format": "model-tree", "version": 1, "messages": [\#(messages.joined(separator: ","))],"#
        + "\"nodes\": [\n\(nodes.joined(separator: ",\n"))\n]}")
  }

  /// What one rule finds, each finding in a line: place, reason, and what is related.
  static func find(
    _ rule: String, _ nodes: [String], messages: [String] = [], left: [LeakedModel]? = nil
  ) throws -> [String] {
    let subject = LintSubject(try tree(nodes, messages: messages), leaked: left)
    return subject.findings().filter { $0.rule == rule }.map(describe)
  }

  static func describe(_ finding: LintFinding) -> String {
    let related = finding.observation.related.map { "; \($0.what): \(describe($0.place))" }
    return "\(describe(finding.observation.place)): \(finding.observation.reason)"
      + related.joined()
  }

  private static func describe(_ place: LintPlace) -> String {
    "\(place.path) #\(place.id)" + (place.source.map { " at \($0)" } ?? "")
  }
}
