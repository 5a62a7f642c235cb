package import TextIO
package import TreeJournal
package import TreeSnapshot

/// What one line of a spec says of one tree or journal, or what is wrong with a spec or a dump: the one
/// form from where it is found to every report.
package struct Finding: Sendable {
  /// How many rows of the aligned tree a text shows; further ones are only counted.
  static let shownRows = 120

  /// The result.
  package enum Outcome: String, Hashable, Sendable {
    case passed, failed
    /// The tree lacks the line's models, and the finding about its shape shows them.
    case skipped
    /// The spec or the dump can't be used.
    case refused
  }

  /// The subject.
  package enum Kind: String, Hashable, Sendable {
    case tree, message, service
    case absent = "not"
    case present = "some"
    case limit, never, within
    case spec = "spec-error"
    case dump = "dump-error"
    case unusedSpec = "unused-spec"
    case missingSpec = "missing-spec"
  }

  package var kind: Kind
  package var outcome = Outcome.passed
  /// The file of the line: the spec, or a dump that can't be read.
  package var file: String
  /// The line, from 1; the root's line for the tree's shape.
  package var line: Int
  /// The first wrong character, from 1; nil for the whole line.
  package var column: Int?
  /// The line's text without its comment, or `tree`.
  package var name: SafeText
  /// What is wrong, in a clause.
  package var problem: SafeText
  /// The tree and its lines in one, if the shape differs.
  package var rows: [Row] = []
  /// More, in lines.
  package var details: [SafeText] = []
  /// The routes that messages take instead.
  package var routes: [Route] = []
  /// The tree of the routes.
  package var tree: Snapshot?
  /// The lines that would pass instead.
  package var passing: [SafeText] = []
  /// What happened; nil for a line about a tree.
  package var moment: Moment?

  package init(
    _ kind: Kind, _ outcome: Outcome = .passed, file: String, line: Int = 1, name: SafeText,
    problem: SafeText = ""
  ) {
    self.kind = kind
    self.outcome = outcome
    self.file = file
    self.line = line
    self.name = name
    self.problem = problem
  }

  /// The first violation in a journal.
  package struct Moment: Sendable {
    /// The record that shows it, and after which it was.
    package var record: JournalRecord
    /// The record during whose handler it happened.
    package var cause: JournalRecord?
    /// The number of violations.
    package var count: Int
    /// The message or the type, without what differs from run to run.
    package var subject: SafeText
  }

  /// A line of the tree and its spec in one.
  package struct Row: Hashable, Sendable {
    package enum Mark: String, Hashable, Sendable, CaseIterable {
      case missing, extra, moved, different
      /// What matches.
      case none
    }

    package var mark: Mark
    package var depth: Int
    package var text: SafeText
    /// What follows the line.
    package var note: SafeText = ""
    /// What differs; nil for what matches, and for the details of a difference.
    package var difference: Difference?

    package init(
      mark: Mark, depth: Int, text: SafeText, note: SafeText = "", difference: Difference? = nil
    ) {
      (self.mark, self.depth, self.text) = (mark, depth, text)
      (self.note, self.difference) = (note, difference)
    }
  }

  /// One difference between a tree and its spec.
  package struct Difference: Hashable, Sendable {
    /// The line of the spec; nil for an extra model.
    package var line: Int?
    /// The path of the model, or of the missing model's parent; for a moved model, where it is.
    package var path: SafeText
    /// The model's id in the dump; nil for a missing one.
    package var id: Int?
    /// The line of code that created the model, if known.
    package var source: String?
    /// The difference, in a clause.
    package var text: SafeText
    /// The number of models.
    package var count: Int
    /// The journal's record as of which the model's label and state are, if they are older than the tree.
    package var asOf: Int?
  }
}

extension Finding {
  /// The differences of the shape.
  package var differences: [Difference] { rows.compactMap(\.difference) }

  /// Whether the line names something that the tree or the journal doesn't know, and so tells nothing of it.
  package var isUnknown: Bool { column != nil }

  /// The line to point at: the first that differs, for the tree's shape.
  package var place: Int { differences.lazy.compactMap(\.line).first ?? line }
}

/// One spec checked against one tree.
package struct SpecRun: Sendable {
  /// The spec's file, as given.
  package var spec: String
  /// The dump's file, as given, or the app.
  package var dump: String
  package var title: String?
  /// One for each line, the tree's shape first; for a spec or a dump that can't be used, its faults.
  package var findings: [Finding]

  package init(spec: String, dump: String, title: String? = nil, findings: [Finding]) {
    self.spec = spec
    self.dump = dump
    self.title = title
    self.findings = findings
  }

  /// The worst of the findings.
  package var outcome: Finding.Outcome {
    if findings.contains(where: { $0.outcome == .refused }) { return .refused }
    return findings.contains { $0.outcome == .failed } ? .failed : .passed
  }

  /// The number of findings with an outcome.
  package func count(_ outcome: Finding.Outcome) -> Int {
    findings.count { $0.outcome == outcome }
  }
}

extension SpecRun {
  /// A spec that can't be used: a finding for each fault.
  package init(_ error: SpecError, spec: String, dump: String) {
    self.init(
      spec: spec, dump: dump,
      findings: error.faults.map { fault in
        var finding = Finding(
          .spec, .refused, file: error.name, line: fault.line, name: "spec", problem: fault.message)
        finding.column = fault.column
        finding.details = fault.excerpt
        return finding
      })
  }
}
