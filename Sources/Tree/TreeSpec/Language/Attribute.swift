import TextIO
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

extension Attribute {
  /// Reads an attribute in brackets.
  init(_ word: Word) throws(LineProblem) {
    let inner = word.scalars.dropFirst().dropLast()
    let isNegated = inner.first == "!"
    let parser = try LineParser(isNegated ? inner.dropFirst() : inner)
    let (name, value) = try parser.take("an attribute").parts()
    kind = try name.choice("attribute")
    self.word = word
    if isNegated { strictness = .absent }
    if (kind.sign == "=") != (value != nil), !(kind.sign == "=" && isNegated) {
      throw LineProblem(name.span, "\(kind.usage) is expected here")
    }
    if let value {
      elements = [Element(name: try NamePattern(value))]
    } else if kind.sign == " ", !isNegated || parser.next != nil {
      if !isNegated, parser.takes("only") { strictness = .only }
      elements = try parser.elements(of: kind)
    } else if kind != .ordered, !isNegated {
      elements = [Element()]
    }
    if parser.next != nil { throw parser.problem("']' (a value with spaces needs quotes)") }
  }
}

extension AttributeKind {
  /// How it is written, with its elements and for none.
  fileprivate var usage: SafeText {
    let message: SafeText = self == .handles || self == .raises ? "error Domain.code, " : ""
    let elements: SafeText = sign.isEmpty ? "" : "\(sign)\(message)…"
    return "'[\(rawValue)\(elements)]', or '[!\(rawValue)]' for none,"
  }
}

extension LineParser {
  /// Takes the elements of a list.
  fileprivate func elements(
    of attribute: AttributeKind
  ) throws(LineProblem) -> [Attribute.Element] {
    let kinds = Message.Kind.allCases
    var kind: Message.Kind?
    return try list { () throws(LineProblem) in
      switch attribute {
      case .services: return Attribute.Element(name: try NamePattern(take(attribute.usage)))
      case .state:
        let (key, value) = try take(attribute.usage).parts()
        guard let name = try NamePattern(key).literal else {
          throw LineProblem(key.span, "a key of state is a name, without '*' and '?'")
        }
        guard let value else { return Attribute.Element(key: name) }
        return Attribute.Element(key: name, name: try NamePattern(value))
      default:
        // A kind holds up to the next.
        kind = kinds.first { takes($0.rawValue) } ?? kind
        guard let kind else { throw problem(attribute.usage, near: kinds.map(\.rawValue)) }
        let name = try message(attribute.usage)
        if name.literal != nil || attribute == .handles && name.wholeDomain != nil {
          return Attribute.Element(kind: kind, name: name)
        }
        throw LineProblem(
          name.span,
          "a message is named in full here; 'Domain.*' is a subscription to a whole domain")
      }
    }
  }
}
