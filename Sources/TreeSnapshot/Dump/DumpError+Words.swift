import TextIO

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
      "there is no version \(version) of the format; write version 1"
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

extension LinkError.Problem: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .noNodes:
      "the tree has no models; a dump holds at least its root"
    case .noRoot:
      "no root: every model has a parent; leave 'parent' out of the root"
    case .secondRoot(let first):
      "a second root: model \(first) has no parent either; give one of them a parent"
    case .duplicateID:
      "another model has the same id; ids must differ"
    case .missingParent(let id):
      "its parent \(id) is not in the dump; add that model or correct 'parent'"
    case .cycle:
      "the model is its own ancestor; correct the 'parent' of one model on the cycle"
    case .negativeID:
      "the id is below 0; number the models from 1"
    case .emptyType:
      "the type is empty; name it"
    case .tooLarge:
      "more than 2,147,483,646 models or attributes; write a part of the tree"
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// One clause that names the model and what to do.
  public var description: String { "model \(id): \(problem)" }
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
