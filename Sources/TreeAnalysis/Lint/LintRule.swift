/// How much a finding matters.
public enum LintSeverity: String, Hashable, Sendable, CaseIterable {
  /// Goes wrong as soon as it happens.
  case error
  /// Is probably not what was meant.
  case warning
  /// Is good to know.
  case note
}

/// One thing to look for in a tree.
///
/// Adding a rule takes a value in a file of its own, and its place in `all`.
public struct LintRule: Sendable {
  /// The name by which it is switched off: `uncaught-error`.
  public let name: String
  /// How much its findings matter where nobody says otherwise.
  public let severity: LintSeverity
  /// What it looks for, in one sentence.
  public let looksFor: String
  /// When it fires and when it does not, as far as the sentence above leaves that open.
  public let definition: String
  /// What to do about a finding, in one sentence.
  public let remedy: String
  /// Whether it can only look at a tree that is alive.
  public let needsLiveTree: Bool
  /// Looks at a tree; what it finds comes in document order.
  let find: @Sendable (LintSubject) -> [LintObservation]

  init(
    _ name: String, _ severity: LintSeverity, looksFor: String, definition: String, remedy: String,
    needsLiveTree: Bool = false, find: @escaping @Sendable (LintSubject) -> [LintObservation]
  ) {
    self.name = name
    self.severity = severity
    self.looksFor = looksFor
    self.definition = definition
    self.remedy = remedy
    self.needsLiveTree = needsLiveTree
    self.find = find
  }

  /// Every rule, in the order in which findings are told.
  public static let all: [LintRule] = [
    .uncaughtError, .unhandledBubble, .unheardEvent, .shadowedHandler, .unreachableRegistration,
    .duplicateRegistration, .missingService, .leakedModel, .nameInTwoKinds, .unhandledDeclaration,
  ]

  /// The rule with a name.
  public static func named(_ name: String) -> LintRule? { all.first { $0.name == name } }
}
