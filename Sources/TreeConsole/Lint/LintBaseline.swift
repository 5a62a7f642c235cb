import TextIO
import TreeAnalysis

/// The findings that are known, in a file that people review: one a line, sorted, each with its
/// rule, its path and its facts, with tabs between them.
struct LintBaseline: Hashable {
  /// The line that the file begins with.
  static let heading = "# modeltree lint baseline 2"
  /// The first line of files that record sentences in place of facts.
  static let heading1 = "# modeltree lint baseline 1"

  /// A recorded finding, without ids and lines, which are others in the next dump.
  struct Entry: Hashable, Comparable {
    /// The rule, the path, and the facts; in a file of version 1 one sentence.
    let fields: [String]

    var rule: String { fields[0] }
    var path: String { fields[1] }
    /// What else is recorded, in one text.
    var reason: String { fields.dropFirst(2).joined(separator: ", ") }

    fileprivate init(fields: [String]) { self.fields = fields.map { SafeText($0).string } }

    /// The entry of a finding.
    init(_ finding: LintFinding) {
      let observation = finding.observation
      self.init(
        fields: [finding.rule, observation.place.path.string] + observation.problem.facts)
    }

    /// The entry of a finding in a file of version 1.
    init(version1 finding: LintFinding) {
      let observation = finding.observation
      self.init(
        fields: [
          finding.rule, observation.place.path.string, observation.reasonInBaseline1.string,
        ])
    }

    static func < (left: Entry, right: Entry) -> Bool {
      left.fields.lexicographicallyPrecedes(right.fields)
    }
  }

  /// What is known; the same entry as often as it was found.
  private(set) var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries.sorted() }

  /// Reads a baseline of version 1 or 2. Empty lines and other lines that begin with `#` are
  /// ignored.
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
      if index == 0, line != Self.heading, line != Self.heading1 { throw refused(.noBaseline) }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 2 else { throw refused(.noEntry) }
      if LintRule.named(fields[0]) == nil { throw refused(.unknownRule(fields[0])) }
      entries.append(Entry(fields: fields))
    }
    self.init(entries)
  }

  /// The file's text, always of version 2.
  var text: String {
    let lines = entries.map { "\($0.fields.joined(separator: "\t"))\n" }
    return "\(Self.heading)\n\(lines.joined())"
  }
}
