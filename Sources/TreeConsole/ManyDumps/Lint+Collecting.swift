import TextIO
import TreeAnalysis
import TreeSnapshot

extension Lint: CollectingCommand {
  static let factWords = (one: "finding" as SafeText, list: "findings")

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    let others = [
      ("--baseline", baseline != nil), ("--write-baseline", writeBaseline != nil),
      ("--strict", strict), ("--sarif", sarif != nil), ("--all", all),
    ]
    if let (option, _) = others.first(where: \.1) {
      throw ConsoleError.conflict(.manyDumps(option: option))
    }
    let settings = try LintSettings(file: config?.rawValue, disabling: disabled.map(\.rawValue))
    return { snapshot in
      settings.findings(in: LintSubject(snapshot, leaked: nil)).flatMap { found in
        found.findings.map { finding in
          let (path, message, reason) = (finding.place.path, finding.message, finding.reason)
          return DumpFact(
            [
              "rule": found.rule.name, "severity": found.severity.rawValue,
              "path": path.string, "kind": message?.kind.rawValue,
              "domain": message?.domain, "code": message?.code, "reason": reason.string,
            ],
            text: ["\(found.severity): \(found.rule.name)  \(path)", reason],
            rank: LintSeverity.allCases.firstIndex(of: found.severity) ?? 0)
        }
      }
    }
  }

  func isFault(_ fact: DumpFact) -> Bool {
    fact.members.first { $0.name == "severity" }?.value != LintSeverity.note.rawValue
  }
}
