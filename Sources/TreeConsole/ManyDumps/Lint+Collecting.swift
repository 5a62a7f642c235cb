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
    let settings = try LintSettings(file: config, disabling: disabled.map(\.rawValue))
    return { snapshot in
      settings.findings(in: LintSubject(snapshot, leaked: nil)).map { finding in
        let observation = finding.observation
        let message = observation.problem.message
        return DumpFact(
          [
            "rule": finding.rule, "severity": finding.severity.rawValue,
            "path": observation.place.path.string, "kind": message?.kind.rawValue,
            "domain": message?.domain, "code": message?.code,
            "reason": observation.reason.string,
          ],
          text: [
            "\(finding.severity): \(finding.rule)  \(observation.place.path)", observation.reason,
          ])
      }
    }
  }

  func isFault(_ fact: DumpFact) -> Bool {
    fact.members.first { $0.name == "severity" }?.value != LintSeverity.note.rawValue
  }
}
