/// The place and the reason at which reading JSON stopped.
@usableFromInline
package struct JSONFailure: Error {
  /// The offset of the byte at which the reader stopped.
  package var offset: Int
  /// A `JSONProblem`, or a problem of the format that is read.
  package var problem: any Error

  /// Creates a failure.
  package init(offset: Int, problem: any Error) {
    self.offset = offset
    self.problem = problem
  }

  init(offset: Int, _ problem: JSONProblem) {
    self.init(offset: offset, problem: problem)
  }
}

/// What is wrong with JSON text, whatever it describes.
package enum JSONProblem: Error, Hashable {
  /// The text breaks the grammar: what was expected, and what was found in its place.
  case syntax(expected: String, found: String)
  /// The text ends inside a value.
  case truncated
  /// A string isn't valid UTF-8, or contains an invalid escape.
  case invalidText
  /// An object has a key twice.
  case duplicateKey(String)
  /// The value of a key is of another type than the key asks for.
  case wrongType(key: String, expected: String, found: String)
  /// The text has more of something, such as levels of nesting, than the limit.
  case tooMany(String, limit: Int)
}

extension JSONProblem {
  /// What is wrong.
  package var words: SafeText {
    switch self {
    case .syntax(let expected, let found): "not JSON: expected \(expected), found \(found)"
    case .truncated: "the text ends before its JSON does"
    case .invalidText: "a string is not valid UTF-8"
    case .duplicateKey(let key): "'\(key)' appears twice"
    case .wrongType(let key, let expected, let found):
      key.contains(" ")
        ? "\(key) must be \(expected), not \(found)" : "'\(key)' must be \(expected), not \(found)"
    case .tooMany(let what, let limit): "exceeds the limit of \(limit) \(what)"
    }
  }
}
