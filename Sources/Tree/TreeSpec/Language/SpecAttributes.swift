package import TextIO
package import TreeAnalysis
package import TreeSnapshot

/// An attribute of a model, in brackets.
package struct SpecAttribute: Sendable {
  package enum Claim: Sendable {
    /// Whether the model has it.
    case flag(Bool)
    case value(SpecValue)
    case messages(SpecList<SpecSubscription>)
    case services(SpecList<NamePattern>)
    case state(SpecList<SpecState>)
    /// A mode, which isn't an attribute of the model.
    case mode
  }

  package var kind: AttributeKind
  package var claim: Claim
  /// The place in the line, brackets included.
  package var span: Span
}

/// The attributes of a model, by keyword and in the order of comparison.
package enum AttributeKind: String, CaseIterable, Sendable {
  case name, session, unopened, leaf, label, representation, source, handles, raises, services
  case state, children, attributes

  /// The attributes that `default attributes` covers, in the order of writing.
  package static let unnamed: [AttributeKind] = [
    .session, .unopened, .label, .representation, .handles, .services, .raises, .state,
  ]
  /// The attributes with at most one value; all others are lists.
  package static let single: [AttributeKind] = [.session, .unopened, .label, .representation]
  /// The attributes that are compared, apart from the name.
  package static let compared: [AttributeKind] = [
    .session, .unopened, .leaf, .label, .representation, .source, .handles, .raises, .services,
    .state,
  ]
  /// The first words of attributes.
  package static let words = (unnamed + [.leaf, .children, .attributes, .source]).map(\.rawValue)
}

/// A single value: absent, or matching a pattern.
package enum SpecValue: Hashable, Sendable {
  case absent
  case fits(NamePattern)
}

/// Which elements of a list exist.
package enum ListStrictness: Hashable, Sendable {
  /// These exist; others may.
  case some
  /// These exist, and no others.
  case only
  /// None of these exists; if the list is empty, nothing does.
  case absent
}

/// Several values.
package struct SpecList<Element: Hashable & Sendable>: Hashable, Sendable {
  package var strictness: ListStrictness
  /// Whether they must be in this order.
  package var isOrdered = false
  package var elements: [Element]
}

extension SpecAttribute.Claim {
  /// The list, with its elements as they are written; nil for another claim.
  package var list: SpecList<SpecElement>? {
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
package struct SpecSubscription: Hashable, Sendable {
  package var kind: Message.Kind
  package var message: SpecMessage
  package var span: Span

  /// The name as written.
  package var name: String

  /// The target of a subscription.
  package enum SpecMessage: Hashable, Sendable {
    case named(SpecMessageName)
    /// Written as `NetworkErrors.*`: the whole domain.
    case wholeDomain(String)
  }
}

/// A line of state.
package struct SpecState: Hashable, Sendable {
  package var key: String
  /// Nil if only the key is named.
  package var value: NamePattern?
}

/// A part of a line, in bytes of its text.
package struct Span: Hashable, Sendable {
  package var start: Int
  package var end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }
}

/// An element of an attribute, in the form of a spec.
package struct SpecElement: Hashable, Sendable {
  /// The kind of a message; nil for other elements.
  package var kind: Message.Kind?
  package var text: String

  package init(kind: Message.Kind? = nil, text: String) {
    self.kind = kind
    self.text = text
  }

  /// The element alone: `error NetworkErrors.101`.
  package var written: String { kind.map { "\($0.rawValue) \(text)" } ?? text }
}

extension Sequence<SpecElement> {
  /// The elements, separated by commas; a kind is written once for consecutive messages.
  package var written: String {
    var kind: Message.Kind?
    let texts = map { element in
      defer { kind = element.kind }
      return element.kind == kind ? element.text : element.written
    }
    return texts.joined(separator: ", ")
  }
}

extension SpecSubscription {
  package var element: SpecElement { SpecElement(kind: kind, text: name) }
}

extension SpecState {
  package var element: SpecElement {
    SpecElement(text: SpecText.value(key) + (value.map { "=\($0.text)" } ?? ""))
  }
}

extension NamePattern {
  package var element: SpecElement { SpecElement(text: text) }
}

/// The names that a part of a line matches.
package struct NamePattern: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case literal(String)
    case glob(Glob)
    case expression(NameExpression)
  }

  package var form: Form
  /// The text as written, with its quotes or slashes.
  package var text: String

  /// The only matching name; nil if there may be several.
  package var literal: String? {
    if case .literal(let name) = form { name } else { nil }
  }

  package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
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
package struct SpecMessageName: Hashable, Sendable {
  /// A pattern for the domain and the code or the label, with a dot between them.
  package var pattern: NamePattern
  /// The domain; nil for a pattern, and for a code or a label without a domain.
  package var domain: String?
  /// The code or the label within the domain.
  package var code: String?
  /// A code or a label without its domain.
  package var bare: String?

  /// Whether a part is missing. A quoted part may be empty.
  var isMalformed: Bool {
    if bare?.isEmpty == true { return true }
    return !pattern.text.hasPrefix("\"") && (domain?.isEmpty == true || code?.isEmpty == true)
  }
}

extension NamePattern {
  /// Whether a name matches.
  package func fits(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }

  /// Whether the name of a type matches, with its nesting or without.
  func fitsType(_ name: String) -> Bool { fits(name) || TypeName.bare(name).map(fits) ?? false }
}
