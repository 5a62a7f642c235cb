import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Raises a test message.
struct Raise: FormattedQuestion {
  static let commandName = "raise"
  static let abstract =
    "Raise a test message: on a live tree its handlers run, on a dump it is only traced."
  static let explanation: String? = """
    On a live tree the answer shows the route that the message took, how long each handler ran, \
    what was raised meanwhile, and what changed in the tree. If a journal is kept, --wait shows all \
    that the message led to, also later; 'journal --cause' does so at any time.

    With --json: what 'trace' has; handlers, each with node, milliseconds and what it raised; changes \
    (replaced, removed, added, changed); and, if a journal is kept, records, as in 'journal --json'.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel", "event StartExam --dry --from DashboardModel",
    "event StartExam --from DashboardModel --wait 2",
  ]

  @OptionGroup var arguments: MessageArguments

  @Flag(help: "Run no handler: explain what would happen, as 'trace' does.")
  var dry = false

  @Option(
    help: ArgumentHelp(
      "Wait this long before showing what came of it, for later answers.",
      valueName: "seconds"))
  var wait: Double?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    if let wait { try Wait.check(wait) }
    let state = try view.state()
    let (resolved, raiser) = try arguments.resolve(in: state, &view)
    let runsHandlers = view.capabilities.contains(.handlers)
    if view.moment != nil, !dry { throw ConsoleError.lacks(.handlers, .moment) }
    if !runsHandlers, !dry {
      let reason = Capability.handlers.reason(view.kind)
      let remedy: SafeText =
        view.kind == .copy ? "; \(Capability.handlers.remedy(view.kind))" : ""
      view.note("note: \(reason); this is what 'trace' answers\(remedy)")
    }
    if dry || !runsHandlers {
      return view.explain(resolved, raisedAt: raiser, in: state, limit: limits.chosen(view))
    }
    try checkPayload(resolved.message, raisedAt: raiser, in: state.snapshot)
    var report = try view.target.raise(
      resolved.message, atNodeWithID: state.snapshot[raiser].id, of: state.tree)
    if let wait {
      try view.pause(for: .seconds(wait))
      report.after = try? view.state()
    }
    for note in report.notes { view.note("note: \(note)") }
    return answer(report, resolved, view)
  }

  /// Refuses a message that a model on its route takes with a value: a test message carries none, and would
  /// pass that model.
  private func checkPayload(
    _ message: Message, raisedAt raiser: Int, in snapshot: Snapshot
  ) throws(ConsoleError) {
    let takers =
      switch snapshot.route(of: message, raisedAt: raiser).outcome {
      case .handled(let handler): [handler]
      case .delivered(let receivers): receivers
      case .uncaught, .unhandled, .unheard: [Int]()
      }
    for taker in takers {
      guard let place = snapshot.registration(taking: message, at: taker) else { continue }
      let own = snapshot[taker].subscriptions[place]
      // Cases of a domain of codes need no value.
      guard let payload = own.payload, payload != own.domain else { continue }
      let source: SafeText = own.source.map { " at \($0)" } ?? ""
      throw ConsoleError(
        "\(snapshot[taker].type) takes \(message) with a value of type \(payload)\(source), which a test "
          + "message does not carry; 'trace' explains the route")
    }
  }

  private func answer(
    _ report: RaiseReport, _ resolved: ResolvedMessage, _ view: View
  ) -> Answer {
    let (snapshot, limit) = (report.before.snapshot, limits.chosen(view))
    let route = RouteReport(
      route: report.route, label: resolved.label, snapshot: snapshot,
      // What nearly took the message matters only if nothing took it.
      nearMisses: report.route.isTaken
        ? [] : snapshot.nearMisses(of: report.route, ended: report.before.endedSubscriptions),
      limit: limit)
    let consequences = ConsequenceReport(taken: report.taken)
    let changes = TreeChanges(from: report.before, to: report.after)
    let story = RaiseStory(of: report, in: view)
    let showsStory = wait != nil
    return Answer {
      .object { json in
        route.write(to: &json, followedBy: consequences)
        json.object("changes") { changes.write(to: &$0) }
        story?.write(to: &json)
      }
    } text: { text in
      route.write(to: &text)
      consequences.write(to: &text)
      changes.write(to: &text)
      // Without a wait, the handlers are the story.
      if showsStory { story?.write(to: &text, limit: limit ?? RaiseStory.usualRecords) }
    }
  }
}
