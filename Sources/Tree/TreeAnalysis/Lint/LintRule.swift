package import TextIO
package import TreeSnapshot

/// A problem at one place of a tree. Its texts are created on demand.
package struct LintFinding {
  /// Its place.
  package let place: LintPlace
  /// The problem.
  let problem: LintProblem
  /// A related place, if any.
  package let relation: LintRelation?

  init(_ problem: LintProblem, at place: LintPlace, _ relation: LintRelation? = nil) {
    self.place = place
    self.problem = problem
    self.relation = relation
  }

  /// Its message, if any.
  package var message: KnownMessage? {
    // The tree may not know a message from a journal.
    if case .storm(let cycle) = problem, let message = cycle.steps.first?.message {
      return KnownMessage(kind: message.kind, domain: message.domain, code: message.code)
    }
    return problem.message.map(place.names.message)
  }
}

/// A place related to a finding.
package struct LintRelation {
  /// The relation, such as `nearer handler`.
  package let what: SafeText
  /// The place.
  package let place: LintPlace

  init(_ what: SafeText, _ place: LintPlace) {
    self.what = what
    self.place = place
  }
}

/// The findings of a rule in a tree.
package struct LintFindings {
  /// The rule.
  package let rule: LintRule
  /// The findings, in document order.
  package let findings: [LintFinding]
}

extension LintSubject {
  /// Searches for probable problems, rule by rule. Costs as much as preparing the subject, plus the
  /// findings.
  ///
  /// - Returns: the findings of each rule that has any.
  package func findings(of rules: [LintRule] = LintRule.all) -> [LintFindings] {
    rules.filter(canRun).compactMap { rule in
      let findings = rule.find(self)
      if findings.isEmpty { return nil }
      return LintFindings(rule: rule, findings: findings)
    }
  }

  /// Whether a rule can run on this tree: only a live tree knows which models left it, only a
  /// journal which messages led to each other, and not every tree which services models ask for.
  package func canRun(_ rule: LintRule) -> Bool {
    switch rule.needs {
    case .leaks: leaked != nil
    case .journal: cycles != nil
    case .asks: !snapshot.columns.nodes.asks.isEmpty
    case nil: true
    }
  }
}

/// A problem at one place of a tree, by symbols.
enum LintProblem {
  /// The model raises an error or a bubble, and no model from it up to the root is registered for it.
  case unhandled(MessageKey)
  /// The model raises an event, and no model of the session at this position is registered for it.
  case unheard(MessageKey, session: Int)
  /// Every model known to raise the message has a nearer handler.
  case shadowed(MessageKey)
  /// No model known to raise the message is in a place where it could arrive.
  case unreachable(MessageKey)
  /// The model is registered for the message more than once.
  case duplicate(MessageKey)
  /// The session lacks a service that another session of its type provides.
  case missingService(Symbol)
  /// The session provides a service that a session around it also provides.
  case shadowedService(Symbol)
  /// The local session is not open.
  case unopened
  /// A model asks for a service that no session around it provides.
  case unprovidedService(Symbol)
  /// Messages that led to each other in a circle.
  case storm(ObservedCycle)
  /// The model left the tree and is still alive.
  case leaked
  /// The message's name is also that of a message of another kind.
  case sharedName(MessageKey, with: Message.Kind)
  /// The error is declared, but no model is registered for it.
  case declaredOnly(MessageKey)

  /// The message of the problem.
  var message: MessageKey? {
    switch self {
    case .unhandled(let message), .unheard(let message, _), .shadowed(let message),
      .unreachable(let message), .duplicate(let message), .sharedName(let message, _),
      .declaredOnly(let message):
      message
    case .missingService, .shadowedService, .unprovidedService, .unopened, .leaked, .storm: nil
    }
  }
}

/// The severity of a finding.
package enum LintSeverity: String, Hashable, Sendable, CaseIterable {
  /// Fails as soon as it happens.
  case error
  /// Is probably a mistake.
  case warning
  /// Is worth knowing.
  case note
}

/// A kind of problem to search for in a tree.
///
/// To add a rule, add a value to a file in `Rules`, and its place in `all`.
package struct LintRule: Sendable {
  /// The name that disables it: `uncaught-error`.
  package let name: String
  /// The severity of its findings.
  package let severity: LintSeverity
  /// What it searches for, in one sentence.
  package let looksFor: String
  /// What to do about a finding, in one sentence.
  package let remedy: String
  /// The data it needs besides the tree; nil for none.
  package var needs: Need?
  /// Returns the findings in document order.
  let find: @Sendable (LintSubject) -> [LintFinding]

  /// Data that only some targets have.
  package enum Need: Hashable, Sendable {
    /// Which models left the tree and are still alive: a live tree.
    case leaks
    /// The past: a journal.
    case journal
    /// Which services models ask for: a tree of models that declare them.
    case asks
  }

  /// Every rule, in the order in which findings are reported.
  package static let all: [LintRule] = [
    .uncaughtError, .unhandledBubble, .unheardEvent, .shadowedHandler, .unreachableRegistration,
    .duplicateRegistration, .unopenedSession, .unprovidedService, .missingService, .shadowedService,
    .leakedModel, .messageStorm, .nameInTwoKinds, .unhandledDeclaration,
  ]

  /// The rule with a name.
  package static func named(_ name: String) -> LintRule? { all.first { $0.name == name } }
}
