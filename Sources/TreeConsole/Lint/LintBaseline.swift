import TextIO
import TreeAnalysis
import TreeSnapshot

/// The findings that are known, in a file that a person can review: one a line, sorted, each by its
/// rule, its path and its reason, with tabs between them.
struct LintBaseline: Hashable {
  /// What the file begins with.
  static let heading = "# modeltree lint baseline 1"

  /// A finding as it is recorded: without ids and lines, which are others in the next dump.
  struct Entry: Hashable, Comparable {
    var rule: String
    var path: String
    var reason: String

    init(rule: String, path: String, reason: String) {
      self.rule = rule
      self.path = SafeText.escape(path)
      self.reason = SafeText.escape(reason)
    }

    init(_ finding: LintFinding) {
      self.init(
        rule: finding.rule, path: finding.observation.place.path.string,
        reason: finding.observation.reasonInBaseline1.string)
    }

    static func < (left: Entry, right: Entry) -> Bool {
      (left.rule, left.path, left.reason) < (right.rule, right.path, right.reason)
    }
  }

  /// What is known; the same entry as often as it was found.
  private(set) var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries.sorted() }

  /// Reads a baseline. Empty lines and other lines that begin with `#` are passed over.
  ///
  /// - Throws: `LintInputError` with the line of what is wrong or not known, or `FileError` where
  ///   the file cannot be read.
  init(contentsOf path: String) throws {
    let bytes = try FileBytes(path: path)
    let lines = bytes.withBuffer { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }
    var entries: [Entry] = []
    for (index, bytes) in lines.enumerated() {
      func refused(_ fault: LintInputError.Fault) -> LintInputError {
        .file(path, line: index + 1, fault)
      }
      guard var line = String(validating: bytes, as: UTF8.self) else { throw refused(.invalidText) }
      if line.hasSuffix("\r") { line.removeLast() }
      if index == 0, line != Self.heading { throw refused(.noBaseline) }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { throw refused(.noEntry) }
      if LintRule.named(fields[0]) == nil { throw refused(.unknownRule(fields[0])) }
      entries.append(Entry(rule: fields[0], path: fields[1], reason: fields[2]))
    }
    self.init(entries)
  }

  /// The file's text.
  var text: String {
    let lines = entries.map { "\($0.rule)\t\($0.path)\t\($0.reason)\n" }
    return "\(Self.heading)\n\(lines.joined())"
  }
}
