import TextIO

extension DumpError: CustomStringConvertible {
  /// One clause that names the line, the node and what to do.
  public var description: String {
    let node: SafeText = node.map { "node \($0): " } ?? ""
    let text: SafeText = "line \(line): \(node)\(reason.words)"
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
    case .unknownVersion(let version):
      "this reader does not know version \(version); it knows version 1"
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

  /// A key in quotes; what is no key, such as "a node", as it is.
  private static func named(_ key: String) -> SafeText {
    key.contains(" ") ? SafeText(key) : "'\(key)'"
  }
}

extension LinkError.Problem: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .noNodes:
      "the tree has no nodes; a dump holds at least its root"
    case .noRoot:
      "no root: every node has a parent; leave 'parent' out of the root"
    case .secondRoot(let first):
      "a second root: node \(first) has no parent either; give one of them a parent"
    case .duplicateID:
      "another node has the same id; ids must differ"
    case .missingParent(let id):
      "its parent \(id) is not in the dump; add that node or correct 'parent'"
    case .cycle:
      "the node is its own ancestor; correct the 'parent' of one node on the cycle"
    case .negativeID:
      "the id is below 0; number the nodes from 1"
    case .emptyType:
      "the type is empty; name it"
    case .tooLarge:
      "more than 2,147,483,646 nodes or attributes; write a part of the tree"
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// One clause that names the node and what to do.
  public var description: String { "node \(id): \(problem)" }
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
