import TextIO
import TreeAnalysis

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

  // Everything follows from the text.
  static func == (one: NamePattern, other: NamePattern) -> Bool { one.text == other.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

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
