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
  /// The default severity of its findings.
  package let severity: LintSeverity
  /// What it searches for, in one sentence.
  package let looksFor: String
  /// The exact conditions of a finding.
  package let definition: String
  /// What to do about a finding, in one sentence.
  package let remedy: String
  /// The data it needs besides the tree; nil for none.
  package let needs: Need?
  /// Returns the findings in document order.
  let find: @Sendable (LintSubject) -> [LintFinding]

  init(
    _ name: String, _ severity: LintSeverity, looksFor: String, definition: String, remedy: String,
    needs: Need? = nil, find: @escaping @Sendable (LintSubject) -> [LintFinding]
  ) {
    self.name = name
    self.severity = severity
    self.looksFor = looksFor
    self.definition = definition
    self.remedy = remedy
    self.needs = needs
    self.find = find
  }

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
    .duplicateRegistration, .missedEvent, .unopenedSession, .unprovidedService, .missingService,
    .shadowedService, .leakedModel, .outlivingWork, .messageStorm, .messageCycle, .nameInTwoKinds,
    .unhandledDeclaration,
  ]

  /// The rule with a name.
  package static func named(_ name: String) -> LintRule? { all.first { $0.name == name } }
}
