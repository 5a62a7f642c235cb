package import TextIO

/// What a patch takes from a spec, or leaves to a person: others may be there, so that nothing fails for
/// lack of it.
package struct PatchChange: Hashable, Sendable {
  /// What happens to a line.
  package enum Kind: Hashable, Sendable {
    /// It asks for a model of another name.
    case renamed(from: String, to: String)
    /// It is gone, with so many lines below it, and so is its model.
    case removed(name: String, below: Int)
    /// It asks for fewer models.
    case fewer(name: String, from: String, to: String)
    /// It no longer asks for an element of an attribute.
    case dropped(name: String, attribute: String)
    /// It says what becomes of its messages now.
    case rerouted(from: String, to: String)
    /// It becomes this many lines, since its messages take different routes.
    case split(into: Int)
    /// It is gone: it was about what the tree does not have, or no line says what becomes of its messages.
    case unrouted(reason: SafeText)
    /// It stays, and fails: its model is not there, and any of these, or of so many more, may be it.
    case left(name: String, models: [String], more: Int)
  }

  /// What happens.
  package var kind: Kind
  /// The line of the spec before the change, from 1.
  package var line: Int

  /// Whether the line stays and fails.
  package var isLeft: Bool { if case .left = kind { true } else { false } }
}
