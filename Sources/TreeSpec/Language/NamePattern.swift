import TreeAnalysis

/// What names a line stands for.
struct NamePattern: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case literal(String)
    case glob(Glob)
    case expression(NameExpression)
  }

  var form: Form
  /// As it is written, with its quotes or slashes.
  var text: String

  /// The one name that it stands for; nil where it may stand for several.
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
