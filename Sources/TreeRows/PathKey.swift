package import TextIO

/// The parts of a dump's path that become columns.
package struct PathKey {
  /// The names of the parts.
  package var names: [String] { pattern?.groups ?? [] }
  private let pattern: NameExpression?

  /// Creates a key without parts.
  package init() { pattern = nil }

  /// Creates a key from the named groups of a regular expression.
  ///
  /// - Throws: `PathKeyError` if it is invalid, has no named groups, or uses the name of a column.
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

  /// The parts of a path; nil for each that doesn't match. Costs at most the product of the lengths
  /// of the path and the pattern.
  package func values(of path: String) -> [String?] {
    pattern?.groups(of: path) ?? names.map { _ in nil }
  }
}

extension RowTable {
  fileprivate func has(_ column: String) -> Bool { columns.contains { $0.name == column } }
}

/// Why a key can't be used.
package struct PathKeyError: Error, Hashable, CustomStringConvertible {
  /// The problem and its remedy, in one clause.
  package let words: SafeText

  fileprivate init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }
}
