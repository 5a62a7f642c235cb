import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// Explains which model would handle a message.
struct Trace: FormattedQuestion {
  static let commandName = "trace"
  static let abstract = "Explain, hop by hop, which model would handle a message; no handler runs."
  static let explanation: String? = """
    Below the outcome are the subscriptions that nearly handled it: further up, elsewhere, for \
    another code, for a value of another type, or of another kind, and on a live tree those that \
    ended. With a journal, the answer also names the record that ended each and, at an earlier moment, \
    the models that register later.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel",
    "event StartExam --from DashboardModel --json",
    "event ExamCreated --from ExamCreationFlow --of Exam",
  ]

  @OptionGroup var arguments: MessageArguments

  @Option(
    name: .customLong("of"),
    help: .value("type", "The type of the value that the message carries; any by default."))
  var payload: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let (resolved, raiser) = try arguments.resolve(in: state, &view)
    return view.explain(resolved, payload: payload, raisedAt: raiser, in: state, limits)
  }
}

extension View {
  /// Answers which model would handle a message, and which nearly would.
  func explain(
    _ resolved: ResolvedMessage, payload: String? = nil, raisedAt raiser: Int,
    in state: TreeState, _ limits: LimitOptions
  ) -> Answer {
    let route = state.snapshot.route(of: resolved.message, payload: payload, raisedAt: raiser)
    let report = RouteReport(
      route, of: resolved,
      payload: payload == nil ? state.snapshot.payloads[resolved.message] : nil,
      in: state.snapshot,
      nearMisses: state.snapshot.nearMisses(of: route, ended: state.endedSubscriptions),
      recorded: RecordedMisses(of: route, in: state, self),
      limit: limits.number(self, usual: RouteReport.usualLimit))
    return Answer {
      .object { report.write(to: &$0) }
    } text: {
      report.write(to: &$0)
    }
  }
}

/// Raises a test message.
struct Raise: FormattedQuestion {
  static let commandName = "raise"
  static let abstract =
    "Raise a test message: on a live tree its handlers run, on a dump it is only traced."
  static let explanation: String? = """
    On a live tree the answer shows the route that the message took, how long each handler ran, \
    what was raised meanwhile, and what changed in the tree. If a journal is kept, --wait includes \
    later consequences; 'journal --cause' shows them at any time.

    A message carries the value that --with describes, if its type is Codable. Without --with, a message \
    isn't raised if a handler takes it with a value.

    With --json: what 'trace' has; handlers, each with node, milliseconds and what it raised; changes \
    (replaced, removed, added, changed); and, if a journal is kept, records, as in 'journal --json'.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel", "event StartExam --dry --from DashboardModel",
    "event StartExam --from DashboardModel --wait 2",
    #"bubble Nav.Open --from Catalog --with '{"show": {"title": "A"}}'"#,
  ]

  @OptionGroup var arguments: MessageArguments

  @Flag(help: "Run no handler: explain what would happen, as 'trace' does.")
  var dry = false

  @Option(help: .value("json", "Carry the value that this JSON describes."))
  var with: String?

  @OptionGroup var effects: EffectOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try effects.check()
    let json = try readValue()
    let state = try view.state()
    let (resolved, raiser) = try arguments.resolve(in: state, &view)
    if view.moment != nil, !dry { throw ConsoleError.lacks(.handlers, .moment) }
    let runsHandlers = view.capabilities.contains(.handlers) && !dry
    guard runsHandlers else {
      if !dry {
        let remedy: SafeText =
          view.kind == .copy ? "; \(Capability.handlers.remedy(view.kind))" : ""
        view.note(
          "note: \(Capability.handlers.reason(view.kind)); this is what 'trace' answers\(remedy)")
      }
      if json != nil { view.note("note: --with is not used: no handler runs") }
      return view.explain(resolved, raisedAt: raiser, in: state, effects.limits)
    }
    var report = try view.target.raise(
      resolved.message, with: json, atNodeWithID: state.snapshot[raiser].id, of: state.tree)
    if effects.wait != nil {
      try effects.pause(view)
      report.after = try? view.state()
    }
    for note in report.notes { view.note("note: \(note)") }
    return answer(report, resolved, view)
  }

  private func readValue() throws(ConsoleError) -> JSONValue? {
    guard let with else { return nil }
    do throws(JSONFailure) {
      return try JSONValue(utf8: Array(with.utf8))
    } catch {
      let reason = (error.problem as? JSONProblem)?.words ?? "not JSON"
      throw ConsoleError("--with: \(reason) (at byte \(error.offset))")
    }
  }

  private func answer(
    _ report: RaiseReport, _ resolved: ResolvedMessage, _ view: View
  ) -> Answer {
    let snapshot = report.before.snapshot
    let route = RouteReport(
      report.route, of: resolved, payload: snapshot.payloads[resolved.message], in: snapshot,
      // Near misses matter only if no model got the message.
      nearMisses: report.route.isTaken
        ? [] : snapshot.nearMisses(of: report.route, ended: report.before.endedSubscriptions),
      limit: effects.limits.number(view, usual: RouteReport.usualLimit))
    let consequences = ConsequenceReport(taken: report.taken)
    let caused = CausedRecords(after: report.record, in: view) {
      $0.event == .raised && $0.isTest && $0.message?.message == report.route.message
    }
    let step = StepReport(
      from: report.before, to: report.after, caused, effects.limits.number(view, usual: 50))
    // Without a wait, the handlers are the whole story.
    let showsRecords = effects.wait != nil
    return Answer {
      .object { json in
        route.write(to: &json, followedBy: consequences)
        step.write(to: &json)
      }
    } text: { text in
      route.write(to: &text)
      consequences.write(to: &text)
      step.write(to: &text, showsRecords: showsRecords)
    }
  }
}
