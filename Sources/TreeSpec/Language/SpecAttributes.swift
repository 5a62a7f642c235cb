import TextIO
import TreeAnalysis
import TreeSnapshot

/// An attribute of a model, in brackets.
struct SpecAttribute: Sendable {
  enum Claim: Sendable {
    /// Whether the model has it.
    case flag(Bool)
    case value(SpecValue)
    case messages(SpecList<SpecSubscription>)
    case services(SpecList<NamePattern>)
    case state(SpecList<SpecState>)
    /// A mode, which isn't an attribute of the model.
    case mode
  }

  var kind: AttributeKind
  var claim: Claim
  /// The place in the line, brackets included.
  var span: Span
}

/// The attributes of a model, by keyword and in the order of comparison.
enum AttributeKind: String, CaseIterable, Sendable {
  case name, session, unopened, leaf, label, representation, source, handles, raises, services
  case state, children, attributes

  /// The attributes that `default attributes` covers, in the order of writing.
  static let unnamed: [AttributeKind] = [
    .session, .unopened, .label, .representation, .handles, .services, .raises, .state,
  ]
  /// The attributes with at most one value; all others are lists.
  static let single: [AttributeKind] = [.session, .unopened, .label, .representation]
  /// The attributes that are compared, apart from the name.
  static let compared: [AttributeKind] = [
    .session, .unopened, .leaf, .label, .representation, .source, .handles, .raises, .services,
    .state,
  ]
  /// The first words of attributes.
  static let words = (unnamed + [.leaf, .children, .attributes, .source]).map(\.rawValue)
}

/// A single value: absent, or matching a pattern.
enum SpecValue: Hashable, Sendable {
  case absent
  case fits(NamePattern)
}

/// Which elements of a list exist.
enum ListStrictness: Hashable, Sendable {
  /// These exist; others may.
  case some
  /// These exist, and no others.
  case only
  /// None of these exists; if the list is empty, nothing does.
  case absent
}

/// Several values.
struct SpecList<Element: Hashable & Sendable>: Hashable, Sendable {
  var strictness: ListStrictness
  /// Whether they must be in this order.
  var isOrdered = false
  var elements: [Element]
}

extension SpecAttribute.Claim {
  /// The list, with its elements as they are written; nil for another claim.
  var list: SpecList<SpecElement>? {
    switch self {
    case .messages(let list): list.written(\.element)
    case .services(let list): list.written(\.element)
    case .state(let list): list.written(\.element)
    case .flag, .value, .mode: nil
    }
  }
}

extension SpecList {
  fileprivate func written(_ element: (Element) -> SpecElement) -> SpecList<SpecElement> {
    SpecList<SpecElement>(
      strictness: strictness, isOrdered: isOrdered, elements: elements.map(element))
  }
}

/// A subscription, or a message that a model is known to raise.
struct SpecSubscription: Hashable, Sendable {
  var kind: Message.Kind
  var message: SpecMessage
  var span: Span

  /// The name as written.
  var name: String

  /// The target of a subscription.
  enum SpecMessage: Hashable, Sendable {
    case named(MessageName)
    /// Written as `NetworkErrors.*`: the whole domain.
    case wholeDomain(String)
  }
}

/// A line of state.
struct SpecState: Hashable, Sendable {
  var key: String
  /// Nil if only the key is named.
  var value: NamePattern?
}

/// A part of a line, in bytes of its text.
struct Span: Hashable, Sendable {
  var start: Int
  var end: Int
}

/// An element of an attribute, in the form of a spec.
struct SpecElement: Hashable, Sendable {
  /// The kind of a message; nil for other elements.
  var kind: Message.Kind?
  var text: String

  /// The element alone: `error NetworkErrors.101`.
  var written: String { kind.map { "\($0.rawValue) \(text)" } ?? text }
}

extension Sequence<SpecElement> {
  /// The elements, separated by commas; a kind is written once for consecutive messages.
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
  var element: SpecElement { SpecElement(kind: kind, text: name) }
}

extension SpecState {
  var element: SpecElement {
    SpecElement(text: SpecText.value(key) + (value.map { "=\($0.text)" } ?? ""))
  }
}

extension NamePattern {
  var element: SpecElement { SpecElement(text: text) }
}

/// The names that a part of a line matches.
struct NamePattern: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case literal(String)
    case glob(Glob)
    case expression(NameExpression)
  }

  var form: Form
  /// The text as written, with its quotes or slashes.
  var text: String

  /// The only matching name; nil if there may be several.
  var literal: String? {
    if case .literal(let name) = form { name } else { nil }
  }

  func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch form {
    case .literal(let literal):
      var literal = literal
      return literal.withUTF8 { $0.elementsEqual(name) }
    case .glob(let glob): return glob.matches(name)
    case .expression(let expression): return expression.matches(name)
    }
  }
}

/// A message's name in a line.
struct MessageName: Hashable, Sendable {
  /// A pattern for the domain and the code or the label, with a dot between them.
  var pattern: NamePattern
  /// The domain; nil for a pattern, and for a code or a label without a domain.
  var domain: String?
  /// The code or the label within the domain.
  var code: String?
  /// A code or a label without its domain.
  var bare: String?

  /// Whether a part is missing. A quoted part may be empty.
  var isMalformed: Bool {
    if bare?.isEmpty == true { return true }
    return !pattern.text.hasPrefix("\"") && (domain?.isEmpty == true || code?.isEmpty == true)
  }
}

extension NamePattern {
  /// Whether a name matches.
  func fits(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }
}
