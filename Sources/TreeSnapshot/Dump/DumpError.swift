public import TextIO

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
    /// The text has more of something, such as levels of nesting, than the limit.
    case tooMany(String, limit: Int)
    /// The nodes do not make one tree.
    case link(LinkError.Problem)
  }

  /// The line, from 1, on which the reader stopped.
  public var line: Int
  /// The id of the refused node, if it is known.
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

/// Why a dump in a file could not be read.
public enum DumpFileError: Error, Hashable, Sendable {
  /// The file could not be read.
  case file(FileError)
  /// The file holds no dump; `path` is the file, as it was named.
  case dump(path: String, DumpError)
}

extension DumpError: CustomStringConvertible {
  /// One clause that names the line, the model and what to do.
  public var description: String {
    let model: SafeText = node.map { "model \($0): " } ?? ""
    let text: SafeText = "line \(line): \(model)\(reason.words)"
    return text.string
  }
}

extension DumpError.Reason: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String { words.string }

  fileprivate var words: SafeText {
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
      "'format' is \"\(format)\", not \"model-tree\": this is not a dump of a model tree"
    case .unknownVersion(let version) where Self.isLater(version):
      "version \(version) of the format is newer than version 1, which this reads; update modeltree"
    case .unknownVersion(let version):
      "format version \(version) isn't supported; write version 1"
    case .missingKey("format", _):
      "this is not a dump of a model tree: it has no 'format'; a dump has \"format\": \"model-tree\""
    case .missingKey(let key, let place):
      "\(place) has no '\(key)'; add it"
    case .duplicateKey(let key):
      "one object has '\(key)' twice; keep one"
    case .wrongType(let key, let expected, let found):
      "\(Self.named(key)) must be \(expected), not \(found)"
    case .tooMany(let what, let limit):
      "more than \(limit) \(what), which is more than is read; write fewer"
    case .link(let problem):
      "\(problem)"
    }
  }

  /// Whether a version may come after 1: a whole number that is greater.
  private static func isLater(_ version: String) -> Bool {
    version.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && version != "0"
  }

  /// A key in quotes; other words, such as "a model", without them.
  private static func named(_ key: String) -> SafeText {
    key.contains(" ") ? SafeText(key) : "'\(key)'"
  }
}

extension DumpFileError: CustomStringConvertible {
  /// One clause that names the file, the line and what to do.
  public var description: String {
    switch self {
    case .file(let error): return error.description
    case .dump(let path, let error):
      let text: SafeText = "\(path): \(error)"
      return text.string
    }
  }
}
