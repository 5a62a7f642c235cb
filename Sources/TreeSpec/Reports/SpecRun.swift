/// One spec held to one tree, as reports tell it.
package struct SpecRun: Sendable {
  /// What came of it.
  package enum Outcome: Sendable {
    /// The tree was held to the spec.
    case checked(SpecResult)
    /// The spec's text, or what it names, is wrong.
    case refused(SpecError)
  }

  /// The spec's file, as it was named.
  package var spec: String
  /// The dump's file, as it was named; `-` is standard input.
  package var dump: String
  /// What came of it.
  package var outcome: Outcome

  /// Describes a run.
  package init(spec: String, dump: String, outcome: Outcome) {
    self.spec = spec
    self.dump = dump
    self.outcome = outcome
  }
}

/// All runs of one call.
package struct SpecReport: Sendable {
  /// The runs, in the order in which they were made.
  package var runs: [SpecRun]
  /// The files of specs that no run used.
  package var unused: [String]
  /// The version of the command.
  package var version: String

  /// Describes a call.
  package init(runs: [SpecRun], unused: [String] = [], version: String) {
    self.runs = runs
    self.unused = unused
    self.version = version
  }
}
