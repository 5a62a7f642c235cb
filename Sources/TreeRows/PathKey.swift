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
  /// - Throws: `PathKeyError` where it is none, names no part, or names one as a column is named.
  package init(_ text: String) throws(PathKeyError) {
    let pattern: NameExpression
    do {
      pattern = try NameExpression(part: text)
    } catch {
      throw .noExpression(text, error.fault)
    }
    if pattern.groups.isEmpty { throw .noGroup(text) }
    for name in pattern.groups where RowTable.allCases.contains(where: { $0.has(name) }) {
      throw .columnName(name)
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
package enum PathKeyError: Error, Hashable, CustomStringConvertible {
  /// It cannot be read.
  case noExpression(String, NameExpressionFault)
  /// It has no named group.
  case noGroup(String)
  /// A group has the name of a column.
  case columnName(String)

  package var description: String {
    let text: SafeText =
      switch self {
      case .noExpression(let text, let fault):
        "--key '\(text)' isn't a regular expression: \(fault.message)"
      case .noGroup(let text):
        "--key '\(text)' names no part of a path; write 'build-(?<build>[0-9]+)'"
      case .columnName(let name):
        "--key names a part '\(name)', as a column is named already; take another name"
      }
    return text.string
  }
}
