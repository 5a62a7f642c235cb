/// What is wrong at one place of a tree. What it says is made when it is asked for.
package struct LintFinding {
  /// Where.
  package let place: LintPlace
  /// What is wrong there.
  let problem: LintProblem
  /// What else has to do with it; nil where nothing has.
  package let relation: LintRelation?

  init(_ problem: LintProblem, at place: LintPlace, _ relation: LintRelation? = nil) {
    self.place = place
    self.problem = problem
    self.relation = relation
  }

  /// The message that it is about; nil where it is about none.
  package var message: KnownMessage? { problem.message.map(place.names.message) }
}

/// What a rule found in a tree.
package struct LintFindings {
  /// The rule.
  package let rule: LintRule
  /// How much each finding matters.
  package var severity: LintSeverity
  /// The findings, in document order.
  package let findings: [LintFinding]
}

extension LintSubject {
  /// Looks for what is probably wrong, one rule after the other. Costs as much as making the
  /// subject, and what is found.
  ///
  /// - Returns: what each rule found that found something.
  package func findings(of rules: [LintRule] = LintRule.all) -> [LintFindings] {
    rules.filter(canRun).compactMap { rule in
      let findings = rule.find(self)
      if findings.isEmpty { return nil }
      return LintFindings(rule: rule, severity: rule.severity, findings: findings)
    }
  }

  /// Whether a rule can look at this tree: only a live one knows which models left it, and only a journal
  /// what was raised too early.
  package func canRun(_ rule: LintRule) -> Bool {
    switch rule.needs {
    case .leaks: names.knowsLeaked
    case .journal: names.knowsMissed
    case nil: true
    }
  }
}
