import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Raises a test message.
struct Raise: AnsweringCommand {
  static let commandName = "raise"
  static let abstract =
    "Raise a test message: on a live tree its handlers run, on a dump it is only traced."
  static let explanation: String? = """
    On a live tree the answer says which route the message took, how long each handler ran, what \
    was raised meanwhile, and what changed in the tree. Where a journal is kept, --wait shows all \
    that the message led to, also what came later; 'journal --cause' does so at any time.

    With --json: what 'trace' has; handlers, each with node, milliseconds and what it raised; changes \
    (replaced, removed, added, changed); and, where a journal is kept, records, as 'journal --json' \
    has them.
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
      "Wait so long before looking at what came of it, for answers that come later.",
      valueName: "seconds"))
  var wait: Double?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let target = context.target
    if let wait, !(0...Wait.limit).contains(wait) {
      throw ConsoleError.outOfRange(.seconds(wait))
    }
    let state = try target.state()
    let (resolved, raiser) = try arguments.resolve(in: state, context)
    let runsHandlers = target.capabilities.contains(.handlers)
    if target.moment != nil, !dry { throw ConsoleError.lacks(.handlers, .moment) }
    if !runsHandlers, !dry {
      let reason = Capability.handlers.reason(target.kind)
      let remedy: SafeText =
        target.kind == .copy ? "; \(Capability.handlers.remedy(target.kind))" : ""
      context.output.note("note: \(reason); this is what 'trace' answers\(remedy)")
    }
    if dry || !runsHandlers {
      return explain(resolved, raisedAt: raiser, in: state, limits, output, context)
    }
    var report = try target.raise(
      resolved.message, atNodeWithID: state.snapshot[raiser].id, of: state.tree)
    if let wait {
      try context.output.flush()
      try context.pause(for: .seconds(wait))
      report.after = try? target.state()
    }
    for note in report.notes { context.output.note("note: \(note)") }
    let route = RouteReport(
      route: report.route, label: resolved.label, snapshot: report.before.snapshot,
      // What nearly took the message matters only where nothing took it.
      nearMisses: report.route.isTaken
        ? []
        : report.before.snapshot.nearMisses(
          of: report.route, ended: report.before.endedSubscriptions),
      limit: limits.chosen(context))
    let changes = TreeChanges(from: report.before, to: report.after)
    let story = RaiseStory(of: report, in: target)
    output.answer(to: context.output) {
      route.json(taken: report.taken, changes: changes, story: story)
    } text: { text in
      route.write(to: &text)
      ConsequenceReport(taken: report.taken).write(to: &text)
      changes.write(to: &text)
      // Until its handlers return, that is what the message led to.
      if wait != nil {
        story?.write(to: &text, limit: limits.chosen(context) ?? RaiseStory.usualRecords)
      }
    }
  }
}
