/// Where and why a regular expression could not be read.
package struct NameExpressionError: Error {
  /// The place, in bytes of the text.
  package var offset: Int
  /// What is wrong.
  package var fault: NameExpressionFault
}

/// Why a regular expression could not be read.
package enum NameExpressionFault: Hashable, Sendable {
  case empty, tooLarge, nestedTooDeep, closesNoGroup, unclosedGroup, groupOptions, unclosedClass
  case badCount, strayBackslash, nothing
  /// A group's name that is empty, or that of another one.
  case groupName(String)
  case backwards(Unicode.Scalar, Unicode.Scalar)
  case repeatsNothing(Unicode.Scalar)
  case repeatedTwice(Unicode.Scalar)
  case anchor(Unicode.Scalar)
  case unknownEscape(Unicode.Scalar)
}

extension NameExpressionFault {
  /// What is wrong and what to do, in a clause.
  package var message: SafeText {
    switch self {
    case .empty: "the expression is empty"
    case .tooLarge: "the expression is too large"
    case .nestedTooDeep: "groups are nested too deep"
    case .closesNoGroup: "')' closes no group; write '\\)' for the character"
    case .unclosedGroup: "'(' is not closed; write '\\(' for the character"
    case .groupOptions: "groups have no options; '(' alone begins one"
    case .groupName(let name):
      name.isEmpty ? "a group has an empty name" : "two groups are called '\(name)'"
    case .unclosedClass:
      "'[' begins a class of characters that is empty or not closed; write '\\['"
    case .backwards(let first, let last): "'\(first)-\(last)' runs backwards"
    case .repeatsNothing(let sign):
      "'\(sign)' repeats nothing; write '\\\(sign)' for the character"
    case .repeatedTwice(let sign):
      "'\(sign)' repeats what is already repeated; put it into a group"
    case .badCount:
      "'{' begins a count, such as {2} or {1,3}; write '\\{' for the character"
    case .anchor(let sign): "an expression fits whole names as it is, without '\(sign)'"
    case .strayBackslash: "'\\' at the end escapes nothing"
    case .unknownEscape(let sign): "'\\\(sign)' is not known; there are \\d, \\w and \\s"
    case .nothing: "a part of the expression is missing here"
    }
  }
}
