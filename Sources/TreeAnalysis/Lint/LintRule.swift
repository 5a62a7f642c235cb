/// How much a finding matters.
package enum LintSeverity: String, Hashable, Sendable, CaseIterable {
  /// Goes wrong as soon as it happens.
  case error
  /// Is probably a mistake.
  case warning
  /// Is good to know.
  case note
}

/// One thing to look for in a tree.
///
/// Adding a rule takes a value in a file of `Rules`, and its place in `all`.
package struct LintRule: Sendable {
  /// The name by which it is switched off: `uncaught-error`.
  package let name: String
  /// How much its findings matter by default.
  package let severity: LintSeverity
  /// What it looks for, in one sentence.
  package let looksFor: String
  /// When it reports something and when it does not.
  package let definition: String
  /// What to do about a finding, in one sentence.
  package let remedy: String
  /// What it needs beside the tree; nil for nothing.
  package let needs: Need?
  /// Looks at a tree; what it finds comes in document order.
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

  /// What only some targets know.
  package enum Need: Hashable, Sendable {
    /// Which models left the tree and are still alive: a live tree.
    case leaks
    /// What happened before: a journal.
    case journal
    /// Which services models ask for: a tree of models that declare it.
    case asks
  }

  /// Every rule, in the order in which findings are reported.
  package static let all: [LintRule] = [
    .uncaughtError, .unhandledBubble, .unheardEvent, .shadowedHandler, .unreachableRegistration,
    .duplicateRegistration, .missedEvent, .unopenedSession, .unprovidedService, .missingService,
    .shadowedService, .leakedModel, .messageStorm, .messageCycle, .nameInTwoKinds,
    .unhandledDeclaration,
  ]

  /// The rule with a name.
  package static func named(_ name: String) -> LintRule? { all.first { $0.name == name } }
}
