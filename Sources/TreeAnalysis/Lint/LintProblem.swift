package import TreeSnapshot

/// What is wrong at one place of a tree, as facts.
///
/// The facts hold no id, line or count: the same problem has the same facts in another dump.
package enum LintProblem: Hashable, Sendable {
  /// The model raises an error or a bubble, and no model from it up to the root is registered for it.
  case unhandled(KnownMessage)
  /// The model raises an event, and no model of the session at this path is registered for it.
  case unheard(KnownMessage, session: String)
  /// Every model known to raise the message has a nearer handler.
  case shadowed(KnownMessage)
  /// No model known to raise the message is where it would come from.
  case unreachable(KnownMessage)
  /// The model is registered for the message more than once.
  case duplicate(KnownMessage)
  /// The session lacks a service that another session of its type provides.
  case missingService(String)
  /// The model left the tree and is still alive.
  case leaked
  /// The message's name is also used for a message of another kind.
  case sharedName(KnownMessage, with: Message.Kind)
  /// The error is declared, and no model is registered for it.
  case declaredOnly(KnownMessage)

  /// The message that the problem is about.
  package var message: KnownMessage? {
    switch self {
    case .unhandled(let message), .unheard(let message, _), .shadowed(let message),
      .unreachable(let message), .duplicate(let message), .sharedName(let message, _),
      .declaredOnly(let message):
      message
    case .missingService, .leaked: nil
    }
  }

  /// What distinguishes the problem from others of the same rule at the same path, as text for a baseline.
  package var facts: [String] {
    var facts = message.map { ["\($0.kind.rawValue) \($0.domain).\($0.code ?? "*")"] } ?? []
    switch self {
    case .unheard(_, let session): facts.append(session)
    case .missingService(let service): facts.append(service)
    case .sharedName(_, let kind): facts.append(kind.rawValue)
    case .unhandled, .shadowed, .unreachable, .duplicate, .leaked, .declaredOnly: break
    }
    return facts
  }
}

extension LintRelation {
  /// What a place has to do with a finding.
  package enum Role: Hashable, Sendable {
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
    /// Where the name is used for a message of another kind.
    case use(Message.Kind)
  }
}
