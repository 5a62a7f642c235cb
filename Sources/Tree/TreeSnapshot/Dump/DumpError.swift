public import TextIO

/// The reason that a dump was refused.
public struct DumpError: Error, Hashable, Sendable {
  /// The fault.
  public enum Reason: Hashable, Sendable {
    /// The input is empty.
    case empty
    /// The text isn't valid JSON: the expected text, and the text in its place.
    case syntax(expected: String, found: String)
    /// The text ends before the dump does.
    case truncated
    /// A string isn't valid UTF-8, or contains an invalid escape.
    case invalidText
    /// `format` isn't `model-tree`.
    case otherFormat(String)
    /// The version isn't supported.
    case unknownVersion(String)
    /// A required key is missing; `place` is where it belongs.
    case missingKey(String, place: String)
    /// An object has a key twice.
    case duplicateKey(String)
    /// The value of a key has the wrong type.
    case wrongType(key: String, expected: String, found: String)
    /// The text exceeds a limit, such as levels of nesting.
    case tooMany(String, limit: Int)
    /// The nodes don't form one tree.
    case link(LinkError.Problem)
  }

  /// The line at which the reader stopped, from 1.
  public var line: Int
  /// The id of the refused node, if known.
  public var node: Int?
  /// The fault.
  public var reason: Reason

  /// Creates an error.
  public init(line: Int, node: Int? = nil, reason: Reason) {
    self.line = line
    self.node = node
    self.reason = reason
  }
}

// A reader throws both its own problems and those of the JSON scanner.
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

/// The reason that a dump couldn't be read from a file.
public enum DumpFileError: Error, Hashable, Sendable {
  /// The file couldn't be read.
  case file(FileError)
  /// The file isn't a valid dump; `path` is the path as given.
  case dump(path: String, DumpError)
}

extension DumpError: CustomStringConvertible {
  /// One clause that names the line and the model, and says what to do.
  public var description: String {
    let model: SafeText = node.map { "model \($0): " } ?? ""
    let text: SafeText = "line \(line): \(model)\(reason.words)"
    return text.string
  }
}

extension DumpError.Reason: CustomStringConvertible {
  /// The problem and its remedy.
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
      "exceeds the limit of \(limit) \(what); write fewer"
    case .link(let problem):
      "\(problem)"
    }
  }

  /// Whether a version is a whole number greater than 1.
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
  /// One clause that names the file and the line, and says what to do.
  public var description: String {
    switch self {
    case .file(let error): return error.description
    case .dump(let path, let error):
      let text: SafeText = "\(path): \(error)"
      return text.string
    }
  }
}
