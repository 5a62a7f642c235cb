import TextIO

/// Why a dump was refused.
public struct DumpError: Error, Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// There is nothing to read.
    case empty
    /// The text breaks JSON's grammar: what was expected, and what was found in its place.
    case syntax(expected: String, found: String)
    /// The text ends before the dump does.
    case truncated
    /// A string is not valid UTF-8, or an escape in it is no character.
    case invalidText
    /// `format` names something else.
    case otherFormat(String)
    /// `version` is one that this reader does not know.
    case unknownVersion(String)
    /// A required key is not there; `place` is where it belongs.
    case missingKey(String, place: String)
    /// An object has a key twice.
    case duplicateKey(String)
    /// A value is not what its key asks for.
    case wrongType(key: String, expected: String, found: String)
    /// The text has more than so many of something, such as levels of nesting.
    case tooMany(String, limit: Int)
    /// The nodes do not make one tree.
    case link(LinkError.Problem)
  }

  /// The line, from 1, on which the reader stopped.
  public var line: Int
  /// The id of the node that is refused, where it is known.
  public var node: Int?
  /// What is wrong.
  public var reason: Reason

  /// Describes a refusal.
  public init(line: Int, node: Int? = nil, reason: Reason) {
    self.line = line
    self.node = node
    self.reason = reason
  }
}

// A reader throws its own problems and those of the JSON scanner alike.
extension DumpError.Reason: Error {
  init(_ problem: any Error) {
    switch problem {
    case let reason as DumpError.Reason: self = reason
    case JSONProblem.syntax(let expected, let found):
      self = .syntax(expected: expected, found: found)
    case JSONProblem.truncated: self = .truncated
    case JSONProblem.duplicateKey(let key): self = .duplicateKey(key)
    case JSONProblem.wrongType(let key, let expected, let found):
      self = .wrongType(key: key, expected: expected, found: found)
    case JSONProblem.tooMany(let what, let limit): self = .tooMany(what, limit: limit)
    default: self = .invalidText
    }
  }
}
