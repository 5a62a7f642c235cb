import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// What a command needs to know of a message and of who raises it.
struct MessageArguments: ParsableArguments {
  @Argument(help: "error, bubble or event.")
  var kind: String

  @Argument(help: "Domain.code, Domain.label, or a code or label that only one message has.")
  var message: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The model that raises it; in a REPL the current one where it is left out.",
      valueName: "selector"))
  var raiser: String?

  /// Finds the message and the raiser. A message that the tree does not know is noted.
  func resolve(in state: TreeState, _ context: CommandContext) throws -> (ResolvedMessage, Int) {
    let reference = try MessageReference(kind: kind, name: message)
    let resolved = try state.snapshot.resolve(reference, noting: context.output)
    return (resolved, try context.raiser(raiser, in: state))
  }
}

extension Snapshot {
  /// Finds the message that a reference means, and notes one that the tree does not know.
  func resolve(_ reference: MessageReference, noting output: ConsoleOutput) throws
    -> ResolvedMessage
  {
    let resolved = try resolve(reference)
    if !resolved.isKnown {
      let names = knownMessages(reference.kind).map(\.message.name)
      let hint = nearest(to: reference.name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      output.note(
        SafeText.escape(
          "note: nothing in this tree declares, raises or handles \(resolved.message)\(hint)"))
    }
    return resolved
  }
}

/// Answers who would handle a message, and who almost would.
func explain(
  _ resolved: ResolvedMessage, raisedAt raiser: Int, in state: TreeState, _ output: OutputOptions,
  _ context: CommandContext
) {
  let route = state.snapshot.route(of: resolved.message, raisedAt: raiser)
  let report = RouteReport(
    route: route, label: resolved.label, snapshot: state.snapshot,
    nearMisses: state.snapshot.nearMisses(of: route, ended: state.endedSubscriptions))
  if output.json {
    context.output.write(report.json() + "\n")
  } else {
    context.output.write(report.text(isColored: output.isColored(context)))
  }
}

/// Explains who would handle a message.
struct Trace: InspectorCommand {
  static let commandName = "trace"
  static let abstract = "Explain, hop by hop, who would handle a message; no handler runs."
  static let explanation: String? = """
    Below the outcome stands what almost handled it: registrations further up, elsewhere, for \
    another code or of another kind, and on a live tree those that have ended.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel",
    "event StartExam --from DashboardModel --json",
  ]

  @OptionGroup var arguments: MessageArguments
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let (resolved, raiser) = try arguments.resolve(in: state, context)
    explain(resolved, raisedAt: raiser, in: state, output, context)
  }
}
