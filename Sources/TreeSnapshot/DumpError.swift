/// Why a dump was refused.
public struct DumpError: Error, Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// There is nothing to read.
    case empty
    /// The text breaks JSON's grammar: what was expected, and what stands there.
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
    /// A key stands twice in one object.
    case duplicateKey(String)
    /// A value is not what its key asks for.
    case wrongType(key: String, expected: String, found: String)
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

extension DumpError: CustomStringConvertible {
  /// One clause that names the line, the node and what to do.
  public var description: String {
    let place = node.map { "line \(line): node \($0): " } ?? "line \(line): "
    return SafeText.escape(place + reason.description)
  }
}

extension DumpError.Reason: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .empty:
      "the dump is empty; write it again"
    case .syntax(let expected, let found):
      "not JSON: expected \(expected), found \(found)"
    case .truncated:
      "the dump is cut off: the text ends inside a value; write it again"
    case .invalidText:
      "a string is not valid UTF-8; write names as UTF-8"
    case .otherFormat(let format):
      "'format' is \"\(format)\", not \"model-tree\": this is no dump of a model tree"
    case .unknownVersion(let version):
      "version \(version) is not known here; this reader knows version 1"
    case .missingKey(let key, let place):
      "\(place) has no '\(key)'; add it"
    case .duplicateKey(let key):
      "'\(key)' stands twice in one object; keep one"
    case .wrongType(let key, let expected, let found):
      "\(Self.named(key)) must be \(expected), not \(found)"
    case .link(let problem):
      problem.description
    }
  }

  /// A key in quotes; what is no key, such as "a node", as it is.
  private static func named(_ key: String) -> String {
    key.contains(" ") ? key : "'\(key)'"
  }
}
