package import TextIO

extension Exploration {
  /// What an explorer says before it begins.
  package static let warning: SafeText =
    "this acts for real: connect the app to nothing that matters"

  /// The most things that are listed as never reached.
  private static let mostUnreached = 8

  /// `2000 runs, 31204 actions, 61 shapes, 44 of 52 routes, 9 of 11 subscriptions woken`
  package var summary: SafeText {
    "\(counted(runs, "run")), \(counted(actions, "action")), \(counted(shapes, "shape")), "
      + "\(routes.reached) of \(counted(routes.known, "route")), "
      + "\(subscriptions.reached) of \(counted(subscriptions.known, "subscription")) woken"
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
    var rest: [SafeText] = []
    if !isHeld, runs > 0 {
      rest.append("real time: the app gives no clock to hold, so runs may differ")
    }
    rest += uncontrolled.map { "uncontrolled wait: \($0)" }
    let unreached: [SafeText] =
      actionNames.unreached.map { "action '\($0)'" } + subscriptions.unreached.map { "\($0)" }
      + routes.unreached.map { "\($0)" }
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
