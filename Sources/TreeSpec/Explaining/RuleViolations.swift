import TextIO
import TreeAnalysis
import TreeSnapshot

/// One thing that breaks a rule, as a baseline records it: without ids and lines, which are others in the
/// next dump.
package struct RuleViolation: Hashable, Sendable {
  /// The rule's name.
  package var rule: String
  /// The path of the model; `/` where it is the tree as a whole.
  package var path: String
  /// The line of the rule, and what is the case instead.
  package var facts: [String]
}

extension FindingWords {
  /// What breaks a rule; none where a line has none, or holds.
  package func violations(of check: SpecResult.Check) -> [RuleViolation] {
    guard let rule = check.rule, check.outcome != .passed, check.outcome != .skipped else {
      return []
    }
    func violation(_ model: Int?, _ facts: SafeText...) -> RuleViolation {
      RuleViolation(
        rule: rule.name, path: model.map { path($0).string } ?? "/",
        facts: [check.name] + facts.map(\.string))
    }
    switch check.finding {
    case .present(let models, _)?: return models.map { violation($0) }
    case .limits(let broken)?:
      return broken.map { violation($0.place, "\($0.measure.rawValue) is \($0.value)") }
    case .treeName(let name)?: return [violation(nil, "\(name ?? "")")]
    case .vocabulary(let finding)?: return [violation(nil, words(finding))]
    case .routes(let finding)?:
      return finding.wrong.map { wrong in
        violation(
          wrong.raiser, "\(wrong.message.domain).\(wrong.message.code ?? "*")",
          words(wrong.fact, wrong.message.kind), "\(counted(wrong.count, "model"))")
      }
    case .service(let finding)?:
      return [
        violation(
          finding.first, finding.provider.map { "is provided by \(path($0))" } ?? "is missing",
          "\(counted(finding.count, "model"))")
      ]
    case .moment(let finding)?: return [violation(nil, words(finding))]
    case .unknown(let problem)?:
      // What applies nowhere is mistyped, and never known.
      return problem.fault.kind == .appliesNowhere
        ? [] : [violation(nil, problem.fault.message)]
    case .shape?, .skipped?, nil: return []
    }
  }
}
