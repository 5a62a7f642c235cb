import TextIO
package import TreeSnapshot

/// Work that ran on after its model had left the tree, according to a journal.
package struct OutlivingWork: Sendable {
  /// The model, with the line that started the work.
  package var model: LeakedModel
  /// The record of the work's start.
  package var started: Int
  /// The record that took the model out of the tree.
  package var left: Int
  /// How long it ran on, in nanoseconds, so far.
  package var nanoseconds: Int
  /// Whether it has ended.
  package var hasEnded: Bool

  /// Describes work.
  package init(model: LeakedModel, started: Int, left: Int, nanoseconds: Int, hasEnded: Bool) {
    self.model = model
    self.started = started
    self.left = left
    self.nanoseconds = nanoseconds
    self.hasEnded = hasEnded
  }

  /// The shortest time that is reported: work that is cancelled ends once the main actor is free.
  package static let least = 1_000_000_000

  /// `0.4 s`
  var words: SafeText { "\(Double(nanoseconds / 100_000_000) / 10) s" }
}

extension LintRule {
  /// Work that outlives its model's usefulness.
  ///
  /// Work is cancelled when its model leaves the tree, and its answer is dropped. Reported if it
  /// had not ended a second later, at the model that started it. Requires a journal.
  static let outlivingWork = LintRule(
    name: "outliving-work", severity: .warning,
    looksFor: "Asynchronous work that runs on after its model left the tree.",
    remedy: "Let the work end when its task is cancelled: await what throws CancellationError, or "
      + "check Task.isCancelled.",
    needs: .journal
  ) { subject, rule in
    (subject.outliving ?? []).map {
      LintFinding(rule, .outliving($0), at: subject.place(ofLeft: $0.model))
    }
  }
}
