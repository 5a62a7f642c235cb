/// The expected tree at a point of the app, and where its messages must go.
///
/// A spec is parsed from text. The article <doc:SpecLanguage> describes the language:
///
/// ```
/// tree-spec 1 "the dashboard"
/// AppAuthorizedSession [session]
///   MainFlow
///     DashboardModel
///     SideMenuModel
/// error NetworkErrors.101 from ** => AppAuthorizedSession
/// ```
public struct Spec: Sendable {
  /// The spec's name in messages, usually its file's path.
  package let name: String
  /// The title in its first line.
  package let title: String?

  /// The text, line by line, without the ends of the lines.
  package let text: TextLines
  /// The lines of the tree, parents before their children; the first is the root's. Empty if the
  /// spec doesn't describe the tree's shape.
  package let lines: [SpecLine]
  /// The requirements other than the tree's shape, in the order of the text.
  package let assertions: [SpecAssertion]
  /// The names of all captures, by the line that makes them.
  package let captures: [String: Int]

  /// The names that lines give to selectors' models.
  let bindings: [String: SpecBinding]
  /// The rules, in the order of the text.
  package let rules: [SpecRule]
  /// The included specs, in the order of the text; they have no trees.
  package let included: [Spec]
  /// Additional folders for included files; nil if includes aren't allowed.
  let includeFolders: [String]?

  /// The maximum number of levels in a spec: matching recurses for each.
  package static let nestingLimit = 200

  /// The spec and its includes.
  var parts: [Spec] { included.flatMap(\.parts) + [self] }

  /// Its rules and those of its includes.
  package var allRules: [SpecRule] { parts.flatMap(\.rules) }
}

/// The lines of a text without their ends; each becomes a string on access.
package struct TextLines: RandomAccessCollection, Sendable {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    var ranges: [Range<Int>] = []
    // A byte order mark has no meaning in UTF-8.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      ranges.append(start..<place)
      start = place + 1
    }
    // Text after the last newline is a line unless it is empty.
    let rest = bytes.dropFirst(start)
    if !rest.isEmpty, !rest.elementsEqual([UInt8(ascii: "\r")]) {
      ranges.append(start..<bytes.count)
    }
    self.ranges = ranges.map { range in
      bytes[range].last == UInt8(ascii: "\r") ? range.dropLast() : range
    }
    self.bytes = bytes
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ranges.count }
  package subscript(line: Int) -> String { String(decoding: bytes[ranges[line]], as: UTF8.self) }
}
