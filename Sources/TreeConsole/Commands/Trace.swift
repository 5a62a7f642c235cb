import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Explains which model would handle a message.
struct Trace: FormattedQuestion {
  static let commandName = "trace"
  static let abstract = "Explain, hop by hop, which model would handle a message; no handler runs."
  static let explanation: String? = """
    Below the outcome are the subscriptions that nearly handled it: further up, elsewhere, for \
    another code, for a value of another type, or of another kind, and on a live tree those that \
    ended. A journal tells which record ended them, and in which handler; and of a moment, which models \
    register for the message later.
    """
  static let examples = [
    "error badToken --from ExamOptionsPickerModel",
    "event StartExam --from DashboardModel --json",
    "event ExamCreated --from ExamCreationFlow --of Exam",
  ]

  @OptionGroup var arguments: MessageArguments

  @Option(
    name: .customLong("of"),
    help: ArgumentHelp(
      "The type of the value that the message carries; any by default.", valueName: "type"))
  var payload: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let (resolved, raiser) = try arguments.resolve(in: state, &view)
    return view.explain(
      resolved, payload: payload, raisedAt: raiser, in: state, limit: limits.chosen(view))
  }
}

extension View {
  /// Answers which model would handle a message, and which nearly would.
  func explain(
    _ resolved: ResolvedMessage, payload: String? = nil, raisedAt raiser: Int,
    in state: TreeState, limit: Int?
  ) -> Answer {
    let route = state.snapshot.route(of: resolved.message, payload: payload, raisedAt: raiser)
    let report = RouteReport(
      route: route, label: resolved.label,
      payload: payload == nil ? state.snapshot.payloads[resolved.message] : nil,
      snapshot: state.snapshot,
      nearMisses: state.snapshot.nearMisses(of: route, ended: state.endedSubscriptions),
      endings: EndingReport(of: route, in: state, self), limit: limit)
    return Answer {
      .object { report.write(to: &$0) }
    } text: {
      report.write(to: &$0)
    }
  }
}
