public import TextIO

/// The reason that a dump was refused.
public struct DumpError: Error, Hashable, Sendable {
  /// The line at which the reader stopped, from 1.
  public var line: Int
  /// The id of the refused node, if known.
  public var node: Int?
  /// What is wrong, and what to do, in one clause.
  public var reason: String
}

extension DumpError: CustomStringConvertible {
  /// One clause that names the line and the model, and says what to do.
  public var description: String {
    "line \(line): " + (node.map { "model \($0): " } ?? "") + reason
  }
}

/// A fault that a reader of dumps finds, beside those of JSON.
struct DumpFault: Error {
  let words: SafeText

  /// The words for a fault, in terms of a dump.
  static func words(_ problem: any Error) -> SafeText {
    switch problem {
    case let fault as DumpFault: fault.words
    case JSONProblem.truncated:
      "the dump is cut off: the text ends inside a value; write it again"
    case JSONProblem.duplicateKey(let key): "one object has '\(key)' twice; keep one"
    case JSONProblem.invalidText: "a string is not valid UTF-8; write names as UTF-8"
    case JSONProblem.tooMany(let what, let limit):
      "exceeds the limit of \(limit) \(what); write fewer"
    default: (problem as? JSONProblem)?.words ?? "\("\(problem)")"
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
