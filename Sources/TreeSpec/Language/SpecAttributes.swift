import TreeAnalysis
import TreeSnapshot

/// What a line says of a model in brackets.
struct SpecAttribute: Sendable {
  enum Claim: Sendable {
    /// Whether the model has it.
    case flag(Bool)
    case value(SpecValue)
    case messages(SpecList<SpecSubscription>)
    case services(SpecList<NamePattern>)
    case state(SpecList<SpecState>)
    /// A mode, which says nothing of the model.
    case mode
  }

  var kind: AttributeKind
  var claim: Claim
  /// The place in the line, brackets included.
  var span: Span
}

/// What a line can say of a model, by the word for it, in the order in which it is compared.
enum AttributeKind: String, CaseIterable, Sendable {
  case name, session, leaf, label, representation, source, handles, raises, services, state
  case children, attributes

  /// Those that `default attributes` is about, in the order in which they are written.
  static let unnamed: [AttributeKind] = [
    .session, .label, .representation, .handles, .services, .raises, .state,
  ]
  /// Those that are compared besides the name.
  static let compared: [AttributeKind] = [
    .session, .leaf, .label, .representation, .source, .handles, .raises, .services, .state,
  ]
  /// The words that begin an attribute.
  static let words = (unnamed + [.leaf, .children, .attributes, .source]).map(\.rawValue)
}

/// Some of the attributes: a bit for each, because each comparison asks.
struct AttributeKinds: OptionSet, Hashable, Sendable {
  var rawValue: UInt16

  static let all = AttributeKinds(AttributeKind.unnamed)
  /// Those of which a model has one at most; all others are lists.
  static let single = AttributeKinds([.session, .label, .representation])

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ kinds: some Sequence<AttributeKind>) {
    rawValue = kinds.reduce(0) { $0 | $1.bit }
  }

  func contains(_ kind: AttributeKind) -> Bool { rawValue & kind.bit != 0 }

  mutating func remove(_ kind: AttributeKind) { rawValue &= ~kind.bit }
}

extension AttributeKind {
  fileprivate var bit: UInt16 {
    switch self {
    case .name, .leaf, .source, .children, .attributes: 0
    case .session: 1
    case .label: 2
    case .representation: 4
    case .handles: 8
    case .services: 16
    case .raises: 32
    case .state: 64
    }
  }
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
