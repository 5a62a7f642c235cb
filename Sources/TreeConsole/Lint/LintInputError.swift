import TextIO
import TreeAnalysis

/// Why lint cannot use its options or its files.
enum LintInputError: Error, Hashable {
  /// What is wrong in a file.
  enum Fault: Error, Hashable {
    /// The text is not JSON, or a value in it is not what its key asks for.
    case json(JSONProblem)
    /// A line of a baseline is not valid UTF-8.
    case invalidText
    /// The settings have a key that is not known.
    case unknownKey(String)
    /// There is no rule of this name.
    case unknownRule(String)
    /// There is no severity of this name.
    case unknownSeverity(String)
    /// The file does not begin as a baseline does.
    case noBaseline(heading: String)
    /// A line of a baseline has too few fields.
    case noEntry
  }

  /// An option names a rule that does not exist.
  case unknownRule(String)
  /// A line of a file is wrong.
  case file(String, line: Int, Fault)
}

extension LintInputError: CustomStringConvertible {
  /// One clause that a person can act on.
  var description: String { words.string }

  private var words: SafeText {
    switch self {
    case .unknownRule(let name): Fault.unknownRule(name).words
    case .file(let path, let line, let fault):
      "\(path == "-" ? "standard input" : path): line \(line): \(fault.words)"
    }
  }
}

extension LintInputError.Fault {
  /// What is wrong and what to do about it.
  fileprivate var words: SafeText {
    switch self {
    case .json(.syntax(let expected, let found)):
      "not JSON: expected \(expected), found \(found)"
    case .json(.truncated): "the text ends before its JSON does"
    case .json(.invalidText), .invalidText:
      "a string is not valid UTF-8; write names as UTF-8"
    case .json(.duplicateKey(let key)): "'\(key)' is there twice; keep one"
    case .json(.wrongType(let key, let expected, let found)):
      "'\(key)' must be \(expected), not \(found)"
    case .json(.tooMany(let what, let limit)): "more than \(limit) \(what); write fewer"
    case .unknownKey(let key):
      "'\(key)' is not a setting; "
        + hint(key, LintSettings.keys, "write 'disabled' or 'severity'")
    case .unknownRule(let name):
      "there is no rule '\(name)'; "
        + hint(name, LintRule.all.map(\.name), "'help lint' lists the rules")
    case .unknownSeverity(let name):
      "'\(name)' is not a severity; "
        + hint(name, LintSeverity.allCases.map(\.rawValue), "write error, warning or note")
    case .noBaseline(let heading):
      "this is not a baseline, which begins with '\(heading)'; "
        + "write one with --write-baseline"
    case .noEntry:
      "a rule, a path and facts are expected, with a tab between them; "
        + "write the baseline again with --write-baseline"
    }
  }

  private func hint(_ word: String, _ known: [String], _ otherwise: SafeText) -> SafeText {
    known.nearest(to: word).map { "did you mean '\($0)'?" } ?? otherwise
  }
}
