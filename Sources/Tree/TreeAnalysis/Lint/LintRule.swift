package import TextIO
package import TreeSnapshot

/// A problem at one place of a tree. Its texts are created on demand.
package struct LintFinding {
  /// The rule that found it.
  package let rule: LintRule
  /// Its place.
  package let place: LintPlace
  /// The problem.
  let problem: LintProblem
  /// A related place, if any, and the relation, such as `nearer handler`.
  package let relation: (what: SafeText, place: LintPlace)?
  /// Whether a baseline has it.
  package var isKnown = false

  init(
    _ rule: LintRule, _ problem: LintProblem, at place: LintPlace,
    _ relation: (what: SafeText, place: LintPlace)? = nil
  ) {
    self.rule = rule
    self.place = place
    self.problem = problem
    self.relation = relation
  }

  /// Its message, if any.
  package var message: KnownMessage? { problem.message.map(place.names.message) }
}

extension LintSubject {
  /// Searches for probable problems, rule by rule. Costs as much as preparing the subject, plus the
  /// findings.
  ///
  /// - Returns: the findings of each rule, in document order.
  package func findings(of rules: [LintRule] = LintRule.all) -> [LintFinding] {
    rules.filter(canRun).flatMap { $0.find(self, $0) }
  }

  /// Whether a rule can run on this tree: not every tree knows which services models ask for.
  package func canRun(_ rule: LintRule) -> Bool {
    !rule.needsAsks || !snapshot.columns.nodes.asks.isEmpty
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
    case .missingService, .shadowedService, .unprovidedService, .unopened: nil
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
  /// Whether the models of the tree must say which services they ask for.
  var needsAsks = false
  /// Returns the rule's findings in document order.
  let find: @Sendable (LintSubject, LintRule) -> [LintFinding]

  /// Every rule, in the order in which findings are reported.
  package static let all: [LintRule] = [
    .uncaughtError, .unhandledBubble, .unheardEvent, .shadowedHandler, .unreachableRegistration,
    .duplicateRegistration, .unopenedSession, .unprovidedService, .missingService, .shadowedService,
    .nameInTwoKinds, .unhandledDeclaration,
  ]

  /// The rule with a name.
  package static func named(_ name: String) -> LintRule? { all.first { $0.name == name } }
}
