import TextIO
import TreeAnalysis
import TreeSnapshot

/// One spec checked against one tree.
package struct SpecRun {
  /// The result.
  package enum Outcome {
    /// The tree was checked.
    case checked(SpecResult)
    /// The spec's text, its subjects, or its files are wrong.
    case refused(SpecError)
  }

  /// The spec's file, as given.
  package var spec: String
  /// The dump's file, as given; `-` is standard input.
  package var dump: String
  /// The result.
  package var outcome: Outcome
  /// The time of the run; nil unless times are requested.
  package var times: Times?

  /// The time of a run.
  package struct Times: Sendable {
    /// Its start, in UTC, such as `2026-03-01T09:30:00`.
    package var start: String
    /// Its duration, including reading the dump and the spec.
    package var duration: Duration

    /// Creates the time of a run.
    package init(start: String, duration: Duration) {
      self.start = start
      self.duration = duration
    }
  }

  /// Creates a run.
  package init(spec: String, dump: String, outcome: Outcome, times: Times? = nil) {
    self.spec = spec
    self.dump = dump
    self.outcome = outcome
    self.times = times
  }
}

/// All runs of one call.
package struct SpecReport {
  /// The runs, in order.
  package var runs: [SpecRun]
  /// The files of unused specs.
  package var unused: [String]
  /// The files of dumps without a spec.
  package var missing: [String]
  /// Whether a dump without a spec is a failure.
  package var rejectsMissing: Bool
  /// The version of the command.
  package var version: String

  /// Creates a report.
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
