/// One spec checked against one tree.
package struct SpecRun {
  /// The result.
  package enum Outcome {
    /// The tree was checked.
    case checked(SpecResult)
    /// The spec's text, what it names or its files are wrong.
    case refused(SpecError)
  }

  /// The spec's file, as it was named.
  package var spec: String
  /// The dump's file, as it was named; `-` is standard input.
  package var dump: String
  /// The result.
  package var outcome: Outcome

  /// Describes a run.
  package init(spec: String, dump: String, outcome: Outcome) {
    self.spec = spec
    self.dump = dump
    self.outcome = outcome
  }
}

/// All runs of one call.
package struct SpecReport {
  /// The runs, in the order in which they were made.
  package var runs: [SpecRun]
  /// The files of specs that no run used.
  package var unused: [String]
  /// The files of dumps that have no spec.
  package var missing: [String]
  /// Whether a dump without a spec is a failure.
  package var rejectsMissing: Bool
  /// The version of the command.
  package var version: String

  /// Describes a call.
  package init(
    runs: [SpecRun], unused: [String] = [], missing: [String] = [], rejectsMissing: Bool = false,
    version: String
  ) {
    self.runs = runs
    self.unused = unused
    self.missing = missing
    self.rejectsMissing = rejectsMissing
    self.version = version
  }
}
