package import TextIO

/// Why a selector doesn't match exactly one node.
package enum SelectionError: Error, Hashable, Sendable {
  case nothingMatches(selector: String, suggestion: String?)
  case ambiguous(selector: String, count: Int, candidates: [String])

  /// The number of candidates to list.
  static let shown = 5
}

extension SelectionError: CustomStringConvertible {
  package var description: String { words.string }

  /// One clause with the problem and its remedy.
  package var words: SafeText {
    switch self {
    case .nothingMatches(let selector, let suggestion):
      "no model matches '\(selector)'; "
        + (suggestion.map { "did you mean '\($0)'?" } ?? "'find' with '**' lists the models")
    case .ambiguous(let selector, let count, let candidates):
      "'\(selector)' matches \(count) models: \(candidates.joined(separator: ", "))"
        + (count > candidates.count
          ? " and \(count - candidates.count) more, which 'find' lists" : "")
        + "; name one of them"
    }
  }
}
