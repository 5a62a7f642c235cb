/// Why a selector could not be read.
package struct SelectorSyntaxError: Error, Hashable, Sendable {
  /// What is wrong in a selector. Places are counted in characters, from 1.
  package enum Fault: Hashable, Sendable {
    case empty
    case emptySegment(at: Int)
    case unexpected(Unicode.Scalar, at: Int)
    case unclosedTest(at: Int)
    case unknownTest(String)
    case emptyTest(String)
    case noID
    case tooManySegments(Int, limit: Int)
    case escapeAtEnd
    case unclosedEscape(String)
    case noCharacter(String)
  }

  /// The whole selector.
  package var selector: String
  /// What is wrong in it.
  package var fault: Fault
}

/// Why a selector did not lead to one node.
package enum SelectionError: Error, Hashable, Sendable {
  case nothingMatches(selector: String, suggestion: String?)
  case ambiguous(selector: String, count: Int, candidates: [String])

  /// How many candidates an error lists.
  static let shown = 5
}
