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
  /// When it was made; nil where nobody asked.
  package var times: Times?

  /// When a run was made.
  package struct Times: Sendable {
    /// Its beginning, in UTC, such as `2026-03-01T09:30:00`.
    package var start: String
    /// How long it took, with reading the dump and the spec.
    package var duration: Duration

    /// Describes when a run was made.
    package init(start: String, duration: Duration) {
      self.start = start
      self.duration = duration
    }
  }

  /// Describes a run.
  package init(spec: String, dump: String, outcome: Outcome, times: Times? = nil) {
    self.spec = spec
    self.dump = dump
    self.outcome = outcome
    self.times = times
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
