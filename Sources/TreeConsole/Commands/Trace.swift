import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Answers which model would handle a message, and which nearly would.
func explain(
  _ resolved: ResolvedMessage, raisedAt raiser: Int, in state: TreeState, _ limits: LimitOptions,
  _ output: OutputOptions, _ context: CommandContext
) {
  let route = state.snapshot.route(of: resolved.message, raisedAt: raiser)
  let report = RouteReport(
    route: route, label: resolved.label, snapshot: state.snapshot,
    nearMisses: state.snapshot.nearMisses(of: route, ended: state.endedSubscriptions),
    endings: EndingReport(of: route, in: state, context),
    limit: limits.chosen(context))
  output.answer(to: context.output) {
    report.json()
  } text: {
    report.write(to: &$0)
  }
}

/// Explains which model would handle a message.
struct Trace: AnsweringCommand {
  static let commandName = "trace"
  static let abstract = "Explain, hop by hop, which model would handle a message; no handler runs."
  static let explanation: String? = """
    Below the outcome are the subscriptions that nearly handled it: further up, elsewhere, for \
    another code or of another kind, and on a live tree those that ended. A journal says which \
    record ended them, and in whose handler.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel",
    "event StartExam --from DashboardModel --json",
  ]

  @OptionGroup var arguments: MessageArguments
  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let (resolved, raiser) = try arguments.resolve(in: state, context)
    explain(resolved, raisedAt: raiser, in: state, limits, output, context)
  }
}
