package import TreeSnapshot

/// One thing that differs in a model of the newer of two trees.
package enum ModelChange: Hashable, Sendable {
  /// The type is another one: a model of another type has taken the model's place.
  case type(old: String, new: String)
  /// The label is another one, or is in one tree only.
  case label(old: String?, new: String?)
  /// The model became a session, or is none any more.
  case session(isOneNow: Bool)
  /// The local session was opened, or is not open any more.
  case open(isNow: Bool)
  /// Another screen object shows the model.
  case representation(old: String?, new: String?)
  /// Only the newer model has it.
  case added(Trait)
  /// Only the older model has it.
  case removed(Trait)
  /// A value of its state; nil where there is none.
  case state(key: String, old: String?, new: String?)

  /// What a model may have several of.
  package enum Trait: Hashable, Sendable {
    /// A subscription for a message or a domain.
    case subscription(Subscription)
    /// A service that a session provides.
    case service(String)
    /// A message that the model is known to raise.
    case raise(DeclaredMessage)
  }
}
