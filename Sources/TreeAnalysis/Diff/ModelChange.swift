public import TreeSnapshot

/// One thing that a model tells differently of itself in the newer of two trees.
public enum ModelChange: Hashable, Sendable {
  /// The model stands where one of another type stood.
  case type(old: String, new: String)
  /// The label is another one, or is there in one tree only.
  case label(old: String?, new: String?)
  /// The model became a session, or is none any more.
  case session(isOneNow: Bool)
  /// Another screen object shows the model.
  case representation(old: String?, new: String?)
  /// Something that the model has now and had not.
  case gained(Trait)
  /// Something that the model had and has no more.
  case lost(Trait)
  /// A value of its state; nil where there is none.
  case state(key: String, old: String?, new: String?)

  /// What a model may have several of.
  public enum Trait: Hashable, Sendable {
    /// A registration for a message or a domain.
    case subscription(Subscription)
    /// A service that a session provides.
    case service(String)
    /// A message that the model is known to raise.
    case raise(DeclaredMessage)
  }
}
