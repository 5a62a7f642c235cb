import TreeAnalysis
import TreeSnapshot

/// What a line says of a model in brackets.
struct SpecAttributes: Sendable {
  /// Whether it is a session; nil where the line does not say.
  var isSession: Bool?
  /// Whether it has no children; nil where the line does not say.
  var isLeaf: Bool?
  var label: SpecValue?
  var representation: SpecValue?
  /// The line of code that made it.
  var source: SpecValue?
  var handles: SpecList<SpecSubscription>?
  var raises: SpecList<SpecSubscription>?
  var services: SpecList<NamePattern>?
  var state: SpecList<SpecState>?
  /// The place of each attribute in the line, brackets included.
  var places: [String: Span] = [:]

  /// The words that begin an attribute.
  static let words =
    AttributeKind.allCases.map(\.rawValue) + ["leaf", "children", "attributes", "source"]
}

/// A single value: absent, or fitting a pattern.
enum SpecValue: Hashable, Sendable {
  case absent
  case fits(NamePattern)
}

/// Several values.
struct SpecList<Element: Hashable & Sendable>: Hashable, Sendable {
  enum Strictness: Hashable, Sendable {
    /// These are there; others may be.
    case some
    /// These are there and no others.
    case only
    /// None of these is there; where none is listed, nothing at all.
    case absent
  }

  var strictness: Strictness
  /// Whether they are there in this order.
  var isOrdered = false
  var elements: [Element]
}

/// A subscription, or a message that a model is known to raise.
struct SpecSubscription: Hashable, Sendable {
  var kind: Message.Kind
  var message: SpecMessage
  var span: Span

  /// The name as it is written.
  var name: String

  /// What a subscription is for.
  enum SpecMessage: Hashable, Sendable {
    case named(MessageName)
    /// Written as `NetworkErrors.*`: the whole domain.
    case wholeDomain(String)
  }
}

/// A line of state.
struct SpecState: Hashable, Sendable {
  var key: String
  /// Nil where only the key is named.
  var value: NamePattern?
}

/// A part of a line, counted in bytes of its text.
struct Span: Hashable, Sendable {
  var start: Int
  var end: Int
}

/// An element of an attribute as a spec writes it.
struct SpecElement: Hashable, Sendable {
  /// The kind of a message; nil for an element that is none.
  var kind: Message.Kind?
  var text: String

  /// The element alone: `error NetworkErrors.101`.
  var written: String { kind.map { "\($0.rawValue) \(text)" } ?? text }
}

extension Sequence<SpecElement> {
  /// The elements with commas between them; a kind is written once for those that follow it.
  var written: String {
    var kind: Message.Kind?
    let texts = map { element in
      defer { kind = element.kind }
      return element.kind == kind ? element.text : element.written
    }
    return texts.joined(separator: ", ")
  }
}

extension SpecSubscription {
  /// As it is written.
  var element: SpecElement { SpecElement(kind: kind, text: name) }
}

extension SpecState {
  /// As it is written.
  var element: SpecElement {
    SpecElement(text: SpecText.value(key) + (value.map { "=\($0.text)" } ?? ""))
  }
}

extension NamePattern {
  /// As it is written.
  var element: SpecElement { SpecElement(text: text) }
}
