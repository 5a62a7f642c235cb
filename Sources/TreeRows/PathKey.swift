import TextIO

/// The parts of a dump's path that become columns.
package struct PathKey {
  /// The names of the parts.
  package let names: [String]
  private let pattern: Regex<AnyRegexOutput>?

  /// No part.
  package init() {
    names = []
    pattern = nil
  }

  /// The named groups of a regular expression.
  ///
  /// - Throws: `PathKeyError` where it is none, names no part, or names one as a column is named.
  package init(_ text: String) throws(PathKeyError) {
    do {
      pattern = try Regex(text)
    } catch {
      throw .noExpression(text)
    }
    names = Self.groups(in: text)
    if names.isEmpty { throw .noGroup(text) }
    for name in names where RowTable.allCases.contains(where: { $0.has(name) }) {
      throw .columnName(name)
    }
  }

  /// The names of the groups, in their order.
  private static func groups(in text: String) -> [String] {
    text.matches(of: /\\.|\(\?P?<(\w+)>/).compactMap { $0.1.map(String.init) }
  }

  /// The parts of a path; nil for each that the pattern does not find in it.
  package func values(of path: String) -> [String?] {
    guard let match = pattern.flatMap({ try? $0.firstMatch(in: path) }) else {
      return names.map { _ in nil }
    }
    return names.map { name in match[name]?.substring.map(String.init) }
  }
}

extension RowTable {
  fileprivate func has(_ column: String) -> Bool { columns.contains { $0.name == column } }
}

/// Why a key cannot be used.
package enum PathKeyError: Error, Hashable, CustomStringConvertible {
  /// It is no regular expression.
  case noExpression(String)
  /// It has no named group.
  case noGroup(String)
  /// A group has the name of a column.
  case columnName(String)

  package var description: String {
    let text: SafeText =
      switch self {
      case .noExpression(let text): "--key '\(text)' is no regular expression"
      case .noGroup(let text):
        "--key '\(text)' names no part of a path; write 'build-(?<build>[0-9]+)'"
      case .columnName(let name):
        "--key names a part '\(name)', as a column is named already; take another name"
      }
    return text.string
  }
}
