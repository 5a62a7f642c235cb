import TextIO
import TreeAnalysis

/// The known findings, in a file for people to review: one per line, sorted, with the rule, the
/// path, and the facts separated by tabs.
struct Baseline: Hashable {
  /// The format of a file.
  struct Format: Hashable {
    /// The first line of the file.
    var heading: String
    /// The first lines of older versions, which can also be read.
    var olderHeadings: [String] = []
    /// The names of the rules in it; nil for any.
    var rules: Set<String>?

    /// The findings of `lint`. Files of version 1 contain sentences instead of facts.
    static let lint = Format(
      heading: "# modeltree lint baseline 2", olderHeadings: ["# modeltree lint baseline 1"],
      rules: Set(LintRule.all.map(\.name)))
    /// The violations of the rules of `check`; the rules may no longer exist.
    static let rules = Format(heading: "# modeltree rules baseline 1")
  }

  /// A recorded finding, without ids and lines, which differ in the next dump.
  struct Entry: Hashable, Comparable {
    /// The rule, the path, and the facts; in a file of version 1, a sentence instead of the facts.
    let fields: [String]

    var rule: String { fields[0] }
    var path: String { fields[1] }
    /// The remaining fields, as one text.
    var reason: String { fields.dropFirst(2).joined(separator: ", ") }

    init(fields: [String]) { self.fields = fields.map { SafeText($0).inert.string } }

    /// The entry of a finding.
    init(_ finding: LintFinding, of rule: LintRule) {
      self.init(fields: [rule.name, finding.place.path.string] + finding.facts)
    }

    /// The entry of a finding in a file of version 1.
    init(version1 finding: LintFinding, of rule: LintRule) {
      self.init(
        fields: [rule.name, finding.place.path.string, finding.reasonInBaseline1.string])
    }

    static func < (left: Entry, right: Entry) -> Bool {
      left.fields.lexicographicallyPrecedes(right.fields)
    }
  }

  /// The findings; equal entries as often as they occurred.
  private(set) var entries: [Entry]
  private let format: Format

  init(_ entries: [Entry], _ format: Format) {
    self.entries = entries.sorted()
    self.format = format
  }

  /// Parses a baseline. Empty lines and other lines that begin with `#` are ignored.
  ///
  /// - Throws: `ConsoleError` with the faulty line, `FileError` if the file can't be read.
  init(contentsOf path: String, _ format: Format) throws {
    let bytes = try FileBytes(path: path)
    let lines = bytes.withBuffer { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }
    let again: SafeText = "write the baseline again with --write-baseline"
    var entries: [Entry] = []
    for (index, bytes) in lines.enumerated() {
      func refused(_ words: SafeText) -> ConsoleError {
        ConsoleError("\(path == "-" ? "standard input" : path): line \(index + 1): \(words)")
      }
      guard var line = String(utf8Bytes: bytes) else {
        throw refused("a string is not valid UTF-8; write names as UTF-8")
      }
      if line.hasSuffix("\r") { line.removeLast() }
      if index == 0, line != format.heading, !format.olderHeadings.contains(line) {
        throw refused(
          "this is not a baseline, which begins with '\(format.heading)'; "
            + "write one with --write-baseline")
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 2 else {
        throw refused("a rule, a path and facts are expected, with a tab between them; \(again)")
      }
      if let rules = format.rules, !rules.contains(fields[0]) {
        let hint = LintRule.all.map(\.name).hint(
          for: fields[0], otherwise: "'help lint' lists the rules")
        throw refused("unknown rule '\(fields[0])'; \(hint)")
      }
      entries.append(Entry(fields: fields))
    }
    self.init(entries, format)
  }

  /// The bytes of the file, always in the current version.
  var bytes: [UInt8] {
    let lines = [format.heading] + entries.map { $0.fields.joined(separator: "\t") }
    return Array(lines.map { "\($0)\n" }.joined().utf8)
  }
}
