/// Where in a tree something was found.
public struct LintPlace: Hashable, Sendable {
  /// The model's path. One of very many levels, or with names that nobody would read, is cut.
  public var path: String
  /// The model's id.
  public var id: Int
  /// The `file:line` of the registration, else of the model's creation; nil where neither is known.
  public var source: String?

  /// Names a place.
  public init(path: String, id: Int, source: String?) {
    self.path = path
    self.id = id
    self.source = source
  }
}

/// Another place that has to do with a finding, and what it is: `the first registration`.
public struct LintRelation: Hashable, Sendable {
  /// What the place has to do with the finding.
  public var what: String
  /// The place.
  public var place: LintPlace

  /// Names a relation.
  public init(_ what: String, _ place: LintPlace) {
    self.what = what
    self.place = place
  }
}

/// What a rule has seen.
public struct LintObservation: Hashable, Sendable {
  /// Where.
  public var place: LintPlace
  /// Why it is told, in one sentence that holds no id, no line and no count: the same finding has
  /// the same reason in another dump.
  public var reason: String
  /// The message that it is about.
  public var message: KnownMessage?
  /// What else has to do with it.
  public var related: [LintRelation] = []
}

/// What is probably wrong with a tree.
public struct LintFinding: Hashable, Sendable {
  /// The name of the rule.
  public var rule: String
  /// How much it matters.
  public var severity: LintSeverity
  /// What to do about it.
  public var remedy: String
  /// What was seen, and where.
  public var observation: LintObservation
}

extension LintSubject {
  /// Looks for what is probably wrong, one rule after the other. Costs as much as making the
  /// subject, and what is found.
  public func findings(of rules: [LintRule] = LintRule.all) -> [LintFinding] {
    rules.filter(canRun).flatMap { rule in
      rule.find(self).map { observation in
        LintFinding(
          rule: rule.name, severity: rule.severity, remedy: rule.remedy, observation: observation)
      }
    }
  }

  /// Whether a rule can look at this tree: what has left a tree is known of a live one only.
  public func canRun(_ rule: LintRule) -> Bool { !rule.needsLiveTree || left != nil }
}
