/// What a tree must be at a point of the app, and where its messages must go.
///
/// A spec is read from text whose language the article <doc:SpecLanguage> describes:
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
  /// The spec's name in messages: usually its file's path.
  package let name: String
  /// What it says of itself in its first line.
  package let title: String?

  /// The text, line by line, without the ends of the lines.
  package let text: TextLines
  /// The lines of the tree, parents before their children; the first is the root's.
  /// Empty where the spec says nothing of the tree's shape.
  package let lines: [SpecLine]
  /// What must hold besides the shape, in the order of the text.
  package let assertions: [SpecAssertion]
  /// The names of all captures, by the line that makes them.
  package let captures: [String: Int]

  /// The names that lines give to models by selectors.
  let bindings: [String: SpecBinding]
  /// What lines are there for, in the order of the text.
  package let rules: [SpecRule]
  /// The specs that it includes, in the order of the text; they have no trees.
  package let included: [Spec]
  /// The folders from which it may include files besides its own; nil where it may include none.
  let includeFolders: [String]?

  /// How many levels of models a spec can have: matching calls itself for each.
  package static let nestingLimit = 200

  /// The spec and those that it includes.
  var parts: [Spec] { included.flatMap(\.parts) + [self] }

  /// Its rules and those of the specs that it includes.
  package var allRules: [SpecRule] { parts.flatMap(\.rules) }
}

/// The lines of a text without their ends; each becomes a string when it is asked for.
package struct TextLines: RandomAccessCollection, Sendable {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    var ranges: [Range<Int>] = []
    // A mark of the byte order says nothing in UTF-8.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      ranges.append(start..<place)
      start = place + 1
    }
    // What follows the last line's end is a line unless it is empty.
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
