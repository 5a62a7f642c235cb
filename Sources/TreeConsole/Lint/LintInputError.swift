import TextIO
import TreeAnalysis
import TreeSnapshot

/// Why lint cannot do what its options or its files ask for.
enum LintInputError: Error, Hashable {
  /// What is wrong in a file.
  enum Fault: Hashable {
    /// The text breaks JSON's grammar: what was expected, and what stands there.
    case notJSON(expected: String, found: String)
    case cutOff
    case invalidText
    case unknownKey(String)
    case repeatedKey(String)
    case wrongType(key: String, expected: String, found: String)
    case unknownRule(String)
    case unknownSeverity(String)
    case noBaseline
    case noEntry
  }

  case unknownRule(String)
  case file(String, line: Int, Fault)
}

extension LintInputError: CustomStringConvertible {
  /// One clause that a person can act on.
  var description: String {
    switch self {
    case .unknownRule(let name):
      SafeText.escape(Fault.unknownRule(name).description)
    case .file(let path, let line, let fault):
      SafeText.escape("\(path == "-" ? "standard input" : path): line \(line): \(fault)")
    }
  }
}

extension LintInputError.Fault: CustomStringConvertible {
  /// What is wrong and what to do about it.
  var description: String {
    switch self {
    case .notJSON(let expected, let found):
      "not JSON: expected \(expected), found \(found)"
    case .cutOff:
      "the text ends before its JSON does"
    case .invalidText:
      "a string is not valid UTF-8; write names as UTF-8"
    case .unknownKey(let key):
      "'\(key)' is no setting; "
        + (nearest(to: key, among: LintSettings.keys).map { "did you mean '\($0)'?" }
          ?? "write 'disabled' or 'severity'")
    case .repeatedKey(let key):
      "'\(key)' stands twice; keep one"
    case .wrongType(let key, let expected, let found):
      "'\(key)' must be \(expected), not \(found)"
    case .unknownRule(let name):
      "no rule is called '\(name)'; "
        + (nearest(to: name, among: LintRule.all.map(\.name)).map { "did you mean '\($0)'?" }
          ?? "'help lint' lists the rules")
    case .unknownSeverity(let name):
      "'\(name)' is no severity; "
        + (nearest(to: name, among: LintSeverity.allCases.map(\.rawValue))
          .map { "did you mean '\($0)'?" } ?? "write error, warning or note")
    case .noBaseline:
      "this is no baseline, which begins with '\(LintBaseline.heading)'; "
        + "write one with --write-baseline"
    case .noEntry:
      "a rule, a path and a reason are expected, with a tab between them; "
        + "write the baseline again with --write-baseline"
    }
  }
}
