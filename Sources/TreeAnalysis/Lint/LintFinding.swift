package import TextIO
import TreeSnapshot

/// What is wrong at one place of a tree. Its texts are made when they are asked for.
package struct LintFinding {
  /// Where.
  package let place: LintPlace
  /// What is wrong there.
  let problem: LintProblem
  /// Another place that has to do with it, if any.
  package let relation: LintRelation?

  init(_ problem: LintProblem, at place: LintPlace, _ relation: LintRelation? = nil) {
    self.place = place
    self.problem = problem
    self.relation = relation
  }

  /// Its message, if any.
  package var message: KnownMessage? {
    // The tree may not know what a journal knows.
    if case .storm(let cycle) = problem, let message = cycle.steps.first?.message {
      return KnownMessage(kind: message.kind, domain: message.domain, code: message.code)
    }
    return problem.message.map(place.names.message)
  }
}

/// Another place that has to do with a finding.
package struct LintRelation {
  /// What the place has to do with the finding, such as `nearer handler`.
  package let what: SafeText
  /// The place.
  package let place: LintPlace

  init(_ what: SafeText, _ place: LintPlace) {
    self.what = what
    self.place = place
  }
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

  /// Whether a rule can look at this tree: only a live one knows which models left it, only a journal
  /// what was raised too early, and not every one which services models ask for.
  package func canRun(_ rule: LintRule) -> Bool {
    switch rule.needs {
    case .leaks: names.leaked != nil
    case .journal: names.missed != nil
    case .asks: !snapshot.columns.nodes.asks.isEmpty
    case nil: true
    }
  }
}

/// What is wrong at one place of a tree, by numbers of names.
enum LintProblem {
  /// The model raises an error or a bubble, and no model from it up to the root is registered for it.
  case unhandled(MessageKey)
  /// The model raises an event, and no model of the session at this position is registered for it.
  case unheard(MessageKey, session: Int)
  /// Every model known to raise the message has a nearer handler.
  case shadowed(MessageKey)
  /// No model known to raise the message is where it would come from.
  case unreachable(MessageKey)
  /// The model is registered for the message more than once.
  case duplicate(MessageKey)
  /// The session lacks a service that another session of its type provides.
  case missingService(Symbol)
  /// The session provides a service that another one around it provides, too.
  case shadowedService(Symbol)
  /// The local session is not open.
  case unopened
  /// A model asks for a service that no session around it provides.
  case unprovidedService(Symbol)
  /// Messages lead from the model to others and back; at least two steps.
  case cycle([CycleStep])
  /// Messages did lead to each other in a circle.
  case storm(ObservedCycle)
  /// An event was raised before the subscription for it was made.
  case missed(MessageKey, MissedEvent)
  /// The model left the tree and is still alive.
  case leaked
  /// The message's name is also used for a message of another kind.
  case sharedName(MessageKey, with: Message.Kind)
  /// The error is declared, and no model is registered for it.
  case declaredOnly(MessageKey)

  /// The message that the problem is about.
  var message: MessageKey? {
    switch self {
    case .unhandled(let message), .unheard(let message, _), .shadowed(let message),
      .unreachable(let message), .duplicate(let message), .sharedName(let message, _),
      .declaredOnly(let message), .missed(let message, _):
      message
    case .cycle(let steps): steps.first?.message
    case .missingService, .shadowedService, .unprovidedService, .unopened, .leaked, .storm: nil
    }
  }
}
