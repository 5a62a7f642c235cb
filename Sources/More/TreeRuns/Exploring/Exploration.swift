package import TextIO
package import TreeJournal

/// What an exploration found.
package struct Exploration: Sendable {
  package let seed: UInt64
  package internal(set) var runs = 0
  /// The steps that were taken, those of replays included.
  package internal(set) var actions = 0
  /// How many shapes of the tree were seen.
  package internal(set) var shapes = 0
  /// Which routes, subscriptions and actions are known, and which of them were reached.
  package internal(set) var reached = Reached()
  package internal(set) var failures: [FoundFailure] = []
  /// What failed once, and not in every replay.
  package internal(set) var unstable: [FoundFailure] = []
  /// Waits that the explorer doesn't control, by their places.
  package internal(set) var uncontrolled: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// How far it has come.
  package var progress: SafeText {
    "\(counted(runs, "run")), \(counted(actions, "action")), \(counted(shapes, "shape")), "
      + "\(counted(failures.count, "failure"))"
  }
}

/// A failure, and the shortest way there.
package struct FoundFailure: Sendable {
  package let failure: Failure
  /// The run that found it.
  package let run: Int
  /// How many steps had been taken in all when it was found.
  package internal(set) var actions = 0
  package let steps: [Step]
  /// How many steps the run had taken.
  package let original: Int
  /// How many replays failed.
  package let replays: (failed: Int, of: Int)
  package let nearest: Nearest?
  /// What the app did in the last replay that failed.
  package let journal: JournalContents?

  /// A run that passes and is nearly the same.
  package struct Nearest: Sendable {
    /// How it differs.
    package let words: String
    package let steps: [Step]
    /// Where the two runs diverge, as lines.
    package let difference: [String]
  }
}

extension Exploration {
  /// What an explorer says before it begins.
  package static let warning: SafeText =
    "this runs real actions: don't use it with production services"

  /// The most things that are listed as never reached.
  private static let mostUnreached = 8

  /// `2000 runs, 31204 actions, 61 shapes, 44 of 52 routes, 9 of 11 subscriptions woken`
  package var summary: SafeText {
    "\(counted(runs, "run")), \(counted(actions, "action")), \(counted(shapes, "shape")), "
      + "\(reached.routes.reached) of \(counted(reached.routes.known, "route")), "
      + "\(reached.subscriptions.reached) of "
      + "\(counted(reached.subscriptions.known, "subscription")) woken"
  }

  /// The report, line by line.
  ///
  /// - Parameters:
  ///   - places: the files that were written for the failure at a place; nil for none.
  ///   - limit: the most things that are listed as never reached; nil for a few.
  package func lines(
    writtenFor places: (Int) -> SafeText? = { _ in nil }, limit: Int? = nil
  ) -> [SafeText] {
    var lines = [summary]
    for (place, failure) in failures.enumerated() {
      lines += ["", "FAIL  \(failure.title)"] + failure.details(places(place))
    }
    for failure in unstable {
      lines += ["", "unstable  \(failure.title)"] + failure.details(nil)
    }
    var rest: [SafeText] = uncontrolled.map { "uncontrolled wait: \($0)" }
    let unreached: [SafeText] =
      reached.actions.unreached.map { "action '\($0)'" }
      + (reached.subscriptions.unreached + reached.routes.unreached).map { "\($0)" }
    let limit = limit ?? Self.mostUnreached
    rest += unreached.prefix(limit).map { "never reached: \($0)" }
    if unreached.count > limit { rest.append("  and \(unreached.count - limit) more") }
    return lines + (rest.isEmpty ? [] : [""] + rest)
  }
}

extension FoundFailure {
  /// `never uncaught: error UploadErrors.100 (rejected), raised by SideMenuModel`
  package var title: SafeText { "\(failure.rule): \(failure.message)" }

  fileprivate func details(_ written: SafeText?) -> [SafeText] {
    let isShrunk = steps.count < original
    let how: SafeText =
      isShrunk
      ? "shrunk from \(counted(original, "step")) to \(steps.count)" : counted(steps.count, "step")
    let replays: SafeText = "\(replays.failed) of \(counted(self.replays.of, "replay")) fail"
    var lines: [SafeText] = ["  run \(run), \(how); \(replays)"]
    lines += steps.map { "    \($0.line)" }
    if let why = failure.why { lines.append("  why: \(why)") }
    if let nearest {
      lines.append("  nearest run that passes: \(nearest.words)")
      lines += nearest.difference.map { "    \($0)" }
    }
    if let written { lines.append("  written: \(written)") }
    return lines
  }
}
