extension JSONProblem {
  /// What is wrong.
  package var words: SafeText {
    switch self {
    case .syntax(let expected, let found): "not JSON: expected \(expected), found \(found)"
    case .truncated: "the text ends before its JSON does"
    case .invalidText: "a string is not valid UTF-8"
    case .duplicateKey(let key): "'\(key)' is there twice"
    case .wrongType(let key, let expected, let found):
      key.contains(" ")
        ? "\(key) must be \(expected), not \(found)" : "'\(key)' must be \(expected), not \(found)"
    case .tooMany(let what, let limit): "more than \(limit) \(what), which is more than is read"
    }
  }
}
