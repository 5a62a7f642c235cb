import TreeAnalysis
import TreeSnapshot

/// The attributes of a model, by keyword and in the order of writing.
package enum AttributeKind: String, CaseIterable, Sendable {
  case session, unopened, leaf, label, representation, handles, services, raises, state
  /// The order of the children, which isn't an attribute of the model.
  case ordered

  /// What stands between the keyword and its values: nothing without values, `=` before one, a space before a
  /// list.
  var sign: String {
    switch self {
    case .session, .unopened, .leaf, .ordered: ""
    case .label, .representation: "="
    case .handles, .services, .raises, .state: " "
    }
  }

  /// The attributes that `exact` covers.
  static let exact = Set(allCases).subtracting([.leaf, .state, .ordered])
}

/// An attribute of a model, in brackets: a list of which the model has some, all, or none. A label or a
/// representation is a list of one, and what a model is, such as a session, one without a name.
package struct Attribute: Sendable {
  enum Strictness {
    /// The model has these, and may have more.
    case some
    /// The model has these alone.
    case only
    /// The model has none of these; if the list is empty, it has nothing.
    case absent
  }

  struct Element {
    /// The kind of a message: a subscription, or what the model is known to raise.
    var kind: Message.Kind?
    /// The key of an entry of the model's state.
    var key: String?
    /// The value, or the message; a pattern is `Domain.*`, the whole domain. Without it, any will do.
    var name: NamePattern?

    /// The element as written, a message with its kind.
    var text: String {
      let key = key.map { SpecText.value($0) + (name == nil ? "" : "=") } ?? ""
      return (kind.map { "\($0.rawValue) " } ?? "") + key + (name?.text ?? "")
    }
  }

  package let kind: AttributeKind
  var strictness = Strictness.some
  var elements: [Element] = []
  /// The attribute as written, brackets included.
  let word: Word
}
