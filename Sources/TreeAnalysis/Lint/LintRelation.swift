import TreeSnapshot

/// Another place that has to do with a finding.
package struct LintRelation {
  /// What a place has to do with a finding.
  enum Role {
    /// A subscription for the message that is not above its raiser.
    case registeredElsewhere
    /// A subscription for the event outside the session in which it is raised.
    case registeredOutsideSession
    /// The handler that takes the message first.
    case nearerHandler
    /// A model that raises the message.
    case raiser
    /// The first of several subscriptions.
    case firstSubscription
    /// A session that provides the service.
    case provider
    /// The session around it that provides the service, too.
    case outerProvider
    /// The model that takes the first message of a cycle.
    case nextInCycle
    /// Where the name is used for a message of another kind.
    case use(Message.Kind)
  }

  /// What the place has to do with the finding.
  let role: Role
  /// The place.
  package let place: LintPlace

  init(_ role: Role, _ place: LintPlace) {
    self.role = role
    self.place = place
  }
}
