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
    was raised meanwhile, and what changed in the tree.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel", "event StartExam --dry --from DashboardModel",
  ]

  @OptionGroup var arguments: MessageArguments

  @Flag(help: "Run no handler: explain what would happen, as 'trace' does.")
  var dry = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let target = context.target
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
    let report = try target.raise(
      resolved.message, atNodeWithID: state.snapshot[raiser].id, of: state.tree)
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
    output.answer(to: context.output) {
      route.json(taken: report.taken, changes: changes)
    } text: { text in
      route.write(to: &text)
      ConsequenceReport(taken: report.taken).write(to: &text)
      changes.write(to: &text)
    }
  }
}
