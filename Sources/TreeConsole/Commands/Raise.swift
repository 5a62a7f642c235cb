import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Raises a test message for real.
struct Raise: InspectorCommand {
  static let commandName = "raise"
  static let abstract =
    "Raise a test message: on a live tree its handlers run, on a dump it is only traced."
  static let explanation: String? = """
    On a live tree it tells which way the message really took, how long each handler ran, what was \
    raised meanwhile, and what has changed in the tree.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel", "event StartExam --dry --from DashboardModel",
  ]

  @OptionGroup var arguments: MessageArguments

  @Flag(help: "Run no handler: explain what would happen, as 'trace' does.")
  var dry = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let (resolved, raiser) = try arguments.resolve(in: state, context)
    if !context.target.isLive, !dry {
      context.output.note("note: a dump cannot run handlers; this is what 'trace' answers")
    }
    if dry || !context.target.isLive {
      return explain(resolved, raisedAt: raiser, in: state, output, context)
    }
    let report = try context.target.raise(
      resolved.message, atNodeWithID: state.snapshot[raiser].id, of: state.tree)
    for note in report.notes { context.output.note("note: \(note)") }
    let route = RouteReport(
      route: report.route, label: resolved.label, snapshot: report.before.snapshot,
      // Who took it is told already; what almost did matters where nobody took it.
      nearMisses: report.route.isTaken
        ? []
        : report.before.snapshot.nearMisses(
          of: report.route, ended: report.before.endedSubscriptions))
    let changes = TreeChanges(from: report.before, to: report.after)
    if output.json {
      context.output.write(route.json(taken: report.taken, changes: changes) + "\n")
      return
    }
    var text = StyledText(isColored: output.isColored(context))
    route.write(to: &text)
    if let taken = report.taken { ConsequenceReport(taken: taken).write(to: &text) }
    context.output.write(text.text)
    context.output.write(changes.text(isColored: text.isColored))
  }
}
