package import TextIO
import TreeSnapshot

/// Where in a tree a rule found something. What it says is made when it is asked for.
package struct LintPlace {
  private enum Model {
    case inTree(LintNames, node: Int, subscription: Int?)
    case left(LeakedModel)
  }

  private let model: Model

  /// A model of the tree, or one of its subscriptions.
  init(_ names: LintNames, node: Int, subscription: Int? = nil) {
    model = .inTree(names, node: node, subscription: subscription)
  }

  /// A model that left the tree.
  init(_ leaked: LeakedModel) { model = .left(leaked) }

  /// The model's path. A path of very many levels, or with very long names, is cut. Costs its length.
  package var path: SafeText {
    switch model {
    case .inTree(let names, let node, _): names.path(of: node)
    case .left(let leaked): SafeText(leaked.path ?? leaked.type)
    }
  }

  /// The model's label in quotes, where names alone do not lead to the model.
  package var label: SafeText? {
    switch model {
    case .inTree(let names, let node, _): names.label(of: node)
    case .left: nil
    }
  }

  /// The model's id.
  package var id: Int {
    switch model {
    case .inTree(let names, let node, _): names.id(of: node)
    case .left(let leaked): leaked.id
    }
  }

  /// The model's type.
  package var type: String {
    switch model {
    case .inTree(let names, let node, _): names.type(of: node)
    case .left(let leaked): leaked.type
    }
  }

  /// The `file:line` of the subscription, else of the model's creation; nil where neither is known.
  package var source: String? {
    switch model {
    case .inTree(let names, let node, let subscription):
      names.source(of: node, subscription: subscription)
    case .left(let leaked): leaked.source
    }
  }
}

/// Another place that has to do with a finding.
package struct LintRelation {
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
package struct LintObservation {
  /// Where.
  package var place: LintPlace
  /// What is wrong there.
  package var problem: LintProblem
  /// What else has to do with it.
  package var related: [LintRelation] = []
}

/// What is probably wrong with a tree.
package struct LintFinding {
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
