package import TextIO

/// The parts of a dump's path that become columns.
package struct PathKey {
  /// The names of the parts.
  package var names: [String] { pattern?.groups ?? [] }
  private let pattern: NameExpression?

  /// No part.
  package init() { pattern = nil }

  /// The named groups of a regular expression.
  ///
  /// - Throws: `PathKeyError` if it is none, names no part, or names one as a column is named.
  package init(_ text: String) throws(PathKeyError) {
    let pattern: NameExpression
    do {
      pattern = try NameExpression(part: text)
    } catch {
      throw PathKeyError("--key '\(text)' isn't a regular expression: \(error.message)")
    }
    if pattern.groups.isEmpty {
      throw PathKeyError(
        "--key '\(text)' names no part of a path; write 'build-(?<build>[0-9]+)'")
    }
    for name in pattern.groups where RowTable.allCases.contains(where: { $0.has(name) }) {
      throw PathKeyError(
        "--key names a part '\(name)', which is a column's name; take another name")
    }
    self.pattern = pattern
  }

  /// The parts of a path; nil for each that the pattern does not find in it. Costs at most the product of
  /// the lengths of the path and the pattern.
  package func values(of path: String) -> [String?] {
    pattern?.groups(of: path) ?? names.map { _ in nil }
  }
}

extension RowTable {
  fileprivate func has(_ column: String) -> Bool { columns.contains { $0.name == column } }
}

/// Why a key cannot be used.
package struct PathKeyError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do, in one clause.
  package let words: SafeText

  fileprivate init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }
}
