/// Where and why reading JSON stopped.
@usableFromInline
package struct JSONFailure: Error {
  /// The offset of the byte at which the reader stopped.
  package var offset: Int
  /// A `JSONProblem`, or a problem of the format.
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

/// A problem of JSON text, whatever it describes.
package enum JSONProblem: Error, Hashable {
  /// The text breaks the grammar: the expected and the actual token.
  case syntax(expected: String, found: String)
  /// The text ends inside a value.
  case truncated
  /// A string isn't valid UTF-8, or contains an invalid escape.
  case invalidText
  /// A key appears twice in one object.
  case duplicateKey(String)
  /// The value of a key has the wrong type.
  case wrongType(key: String, expected: String, found: String)
  /// The text exceeds a limit, such as the number of nested levels.
  case tooMany(String, limit: Int)
}

extension JSONProblem {
  /// The problem in words.
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
