package import TextIO

/// Where in a tree a rule found something.
package struct LintPlace: Hashable, Sendable {
  /// The model's path. A path of very many levels, or with very long names, is cut.
  package var path: SafeText
  /// The model's label in quotes, where names alone do not lead to the model.
  package var label: SafeText?
  /// The model's id.
  package var id: Int
  /// The `file:line` of the subscription, else of the model's creation; nil where neither is known.
  package var source: String?
}

/// Another place that has to do with a finding.
package struct LintRelation: Hashable, Sendable {
  /// What the place has to do with the finding.
  package var role: Role
  /// The place.
  package var place: LintPlace

  init(_ role: Role, _ place: LintPlace) {
    self.role = role
    self.place = place
  }
}

/// What a rule found at one place.
package struct LintObservation: Hashable, Sendable {
  /// Where.
  package var place: LintPlace
  /// What is wrong there.
  package var problem: LintProblem
  /// What else has to do with it.
  package var related: [LintRelation] = []
}

/// What is probably wrong with a tree.
package struct LintFinding: Hashable, Sendable {
  /// The rule that found it.
  package var rule: String
  /// How much it matters.
  package var severity: LintSeverity
  /// What to do about it.
  package var remedy: String
  /// What was found, and where.
  package var observation: LintObservation
}

extension LintSubject {
  /// Looks for what is probably wrong, one rule after the other. Costs as much as making the
  /// subject, and what is found.
  package func findings(of rules: [LintRule] = LintRule.all) -> [LintFinding] {
    rules.filter(canRun).flatMap { rule in
      rule.find(self).map { observation in
        LintFinding(
          rule: rule.name, severity: rule.severity, remedy: rule.remedy, observation: observation)
      }
    }
  }

  /// Whether a rule can look at this tree: only a live tree knows which models left it.
  package func canRun(_ rule: LintRule) -> Bool { !rule.needsLiveTree || leaked != nil }
}
