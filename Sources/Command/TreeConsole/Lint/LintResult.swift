import TextIO
import TreeAnalysis
import TreeSnapshot

/// The known findings, in a file for people to review: one per line, sorted, with the rule, the
/// path, and the facts separated by tabs.
struct Baseline: Hashable {
  private static let heading = "# modeltree lint baseline 1"

  /// A recorded finding, without ids and lines, which differ in the next dump.
  struct Entry: Hashable, Comparable {
    /// The rule, the path, and the facts.
    let fields: [String]

    var rule: String { fields[0] }
    var path: String { fields[1] }
    /// The remaining fields, as one text.
    var reason: String { fields.dropFirst(2).joined(separator: ", ") }

    init(fields: [String]) { self.fields = fields.map { SafeText($0).inert.string } }

    /// The entry of a finding.
    init(_ finding: LintFinding) {
      self.init(fields: [finding.rule.name, finding.place.path.string] + finding.facts)
    }

    static func < (left: Entry, right: Entry) -> Bool {
      left.fields.lexicographicallyPrecedes(right.fields)
    }
  }

  /// The findings; equal entries as often as they occurred.
  let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries.sorted() }

  /// Parses a baseline. Empty lines and other lines that begin with `#` are ignored.
  ///
  /// - Throws: `ConsoleError` with the faulty line, `FileError` if the file can't be read.
  init(contentsOf path: String) throws {
    let lines = try FileBytes(path: path).withBuffer { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { ShellWords.line(String(decoding: $0, as: UTF8.self), isFirst: false) }
    }
    var entries: [Entry] = []
    for (index, line) in lines.enumerated() {
      func refused(_ words: SafeText) -> ConsoleError {
        ConsoleError("\(FileNames.shown(path)): line \(index + 1): \(words)")
      }
      if index == 0, line != Self.heading {
        throw refused(
          "this is not a baseline, which begins with '\(Self.heading)'; "
            + "write one with --write-baseline")
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 2 else {
        throw refused(
          "a rule, a path and facts are expected, with a tab between them; write the baseline again "
            + "with --write-baseline")
      }
      if let fault = RuleName.fault(of: fields[0]) { throw refused(fault) }
      entries.append(Entry(fields: fields))
    }
    self.init(entries)
  }

  /// How often each entry occurs.
  var counts: [Entry: Int] { Dictionary(entries.map { ($0, 1) }, uniquingKeysWith: +) }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let lines = [Self.heading] + entries.map { $0.fields.joined(separator: "\t") }
    return Array(lines.map { "\($0)\n" }.joined().utf8)
  }
}

/// The result of lint, compared with a baseline.
struct LintResult {
  /// The findings, in the order of the rules.
  private(set) var findings: [LintFinding]
  /// The entries of the baseline that no longer occur, for rules that ran; sorted.
  let stale: [Baseline.Entry]
  /// The rules that ran.
  let rules: [LintRule]
  /// The names of the disabled rules, in the order of the rules.
  let disabled: [String]
  /// The number of models in the tree.
  let modelCount: Int
  /// Whether there was a baseline to compare with.
  let hasBaseline: Bool

  /// The entries of the baseline for rules that didn't run.
  private let untouched: [Baseline.Entry]

  /// The new baseline: the findings, and the old entries of rules that didn't run. Costs sorting
  /// them.
  var baseline: Baseline { Baseline(findings.map(Baseline.Entry.init) + untouched) }

  /// Runs every rule but those with the given names.
  init(_ subject: LintSubject, disabling names: Set<String>, known: Baseline?) {
    let enabled = LintRule.all.filter { !names.contains($0.name) }
    rules = enabled.filter(subject.canRun)
    disabled = LintRule.all.map(\.name).filter(names.contains)
    modelCount = subject.snapshot.count
    hasBaseline = known != nil

    var counts = known?.counts ?? [:]
    findings = subject.findings(of: enabled)
    for index in findings.indices where !counts.isEmpty {
      let entry = Baseline.Entry(findings[index])
      guard let count = counts[entry], count > 0 else { continue }
      counts[entry] = count - 1
      findings[index].isKnown = true
    }
    let ran = Set(rules.map(\.name))
    stale = counts.filter { ran.contains($0.key.rule) }
      .flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
    untouched = (known?.entries ?? []).filter { !ran.contains($0.rule) }
  }

  /// The new findings.
  var new: [LintFinding] { findings.filter { !$0.isKnown } }
}
