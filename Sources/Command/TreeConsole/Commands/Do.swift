import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeRuns
import TreeSnapshot

/// Performs an action that a live app offers.
struct Do: FormattedQuestion {
  static let commandName = "do"
  static let abstract = "Perform an action of the running app; 'do' alone lists them."
  static let explanation: String? = """
    The answer shows the app's reply, the time it took, the consequences if a journal is kept, and \
    what changed in the tree. --wait includes later effects. 'do' alone lists the actions, with the \
    values that their parameters take if the app declares them. Write '--' before words of the \
    action that begin with '-'.

    With --json: action, answer, nanoseconds, changes \
    (replaced, removed, added, changed) and, if a journal is kept, records, as in 'journal --json'; \
    of 'do' alone, a list of objects with name, usage, help and values (a list for each parameter).
    """
  static let examples = ["pick Physics", "pick Physics --json", "pick Physics --wait 2"]
  static let needs: Capability? = .actions

  @Argument(parsing: .remaining, help: "The action and its arguments.")
  var action: [ActionWord] = []

  @OptionGroup var effects: EffectOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try effects.check()
    let actions = view.actions
    guard let name = action.first?.rawValue else {
      return Answer {
        .array(of: actions) { action, json in action.write(to: &json) }
      } text: { text in
        let width = actions.map { SafeText($0.usage).columns }.max() ?? 0
        for action in actions { Self.write(action, width + 2, to: &text) }
      }
    }
    guard actions.contains(where: { $0.name == name }) else {
      let hint = actions.map(\.name).hint(for: name, otherwise: "'do' lists its actions")
      throw ConsoleError("the app offers no '\(name)'; \(hint)")
    }
    // An action may open the first session, or close the last one.
    let before = try? view.state()
    let result = try view.target.perform(name, action.dropFirst().map(\.rawValue))
    try effects.pause(view)
    let caused = CausedRecords(after: result.record, in: view) {
      $0.event == .performed && $0.words.first == name
    }
    let step = StepReport(
      from: before, to: try? view.state(), caused, effects.limits.number(view, usual: 50))
    return Answer {
      .object { json in
        json.write("action", name)
        json.write("answer", result.answer)
        json.write("nanoseconds", result.nanoseconds)
        step.write(to: &json)
      }
    } text: { text in
      if !result.answer.isEmpty { text.line(SafeText(lines: result.answer)) }
      text.line("\(name) took \(RecordWords.duration(result.nanoseconds))")
      step.write(to: &text)
    }
  }

  /// The most values of a parameter that text shows.
  private static let mostValues = 12

  private static func write(_ action: TargetAction, _ width: Int, to text: inout StyledText) {
    text.append("  ")
    text.append(SafeText(action.usage), width: width)
    text.line(SafeText(action.help))
    for parameter in action.parameters {
      guard let values = action.values[parameter] else { continue }
      let shown = values.map { SafeText($0) }.listed(mostValues)
      text.line("      \(parameter): \(values.isEmpty ? "none now" : shown)", .dim)
    }
  }
}

/// The options of commands that act on a running app.
struct EffectOptions: ParsableArguments {
  @Option(
    help: .value("seconds", "Wait this long for later consequences."))
  var wait: Double?
  @OptionGroup var limits: LimitOptions

  func check() throws(ConsoleError) { if let wait { try Wait.check(wait) } }

  /// Waits as long as the option says.
  func pause(_ view: View) throws(Interrupted) {
    if let wait { try view.pause(for: .seconds(wait)) }
  }
}

/// Pauses between two commands of a script.
struct Wait: Question {
  static let commandName = "wait"
  static let abstract = "Wait while the app keeps running, such as for an answer."
  static let examples = ["0.5"]

  @Argument(help: "How many seconds, up to 3600.")
  var seconds: Double

  /// The longest wait in seconds.
  static let limit = 3_600.0

  static func check(_ seconds: Double) throws(ConsoleError) {
    if (0...limit).contains(seconds) { return }
    throw ConsoleError("wait \(seconds): give a number of seconds from 0 to 3600")
  }

  func answer(_ view: inout View) throws -> Answer {
    try Self.check(seconds)
    try view.pause(for: .seconds(seconds))
    return .nothing
  }
}

/// Lets time pass in an app whose clock can be held.
struct Pass: FormattedQuestion {
  static let commandName = "pass"
  static let abstract = "Advance the app's clock, if the app exposes it; otherwise wait."
  static let explanation: String? = """
    The answer shows what happened meanwhile if a journal is kept, and what changed in the tree.

    An app that listens with 'exploring:' exposes its clock: from the first 'pass', 'hold' or 'answer' \
    on, its time stands still between commands. Scripts of 'modeltree explore' are made of such steps.

    With --json: passed, changes (as in 'do') and, if a journal is kept, records.
    """
  static let examples = ["2.5 s", "0.1"]

  @Argument(help: "How many seconds.")
  var seconds: String

  @Argument(help: "The unit: s.", completion: .list(["s"]))
  var unit: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    guard let time = Step.nanoseconds(seconds), unit ?? "s" == "s" else {
      throw ConsoleError("pass \(seconds): give a number of seconds, such as 2.5 s")
    }
    let step = try StepReport(in: view, limits) {
      if view.target.capabilities.contains(.exploring) {
        try view.target.tell([.clock(holdsAnswers: nil), .pass(time)])
      } else {
        try view.pause(for: .nanoseconds(time))
      }
    }
    return Answer {
      .object { json in
        json.write("passed", Step.seconds(time))
        step.write(to: &json)
      }
    } text: {
      step.write(to: &$0)
    }
  }
}

/// Holds the answers of work.
struct Hold: Question {
  static let commandName = "hold"
  static let abstract = "Hold the answers of asynchronous work until 'answer' delivers them."
  static let examples = [""]
  static let needs: Capability? = .exploring

  func answer(_ view: inout View) throws -> Answer {
    try view.target.tell([.clock(holdsAnswers: true)])
    return .nothing
  }
}

/// Takes an answer that is held, or an error instead.
struct TakeAnswer: FormattedQuestion {
  static let commandName = "answer"
  static let abstract = "Deliver a held answer: the first, or the one with a number."
  static let explanation: String? = """
    The output shows the consequences if a journal is kept, and what changed in the tree.

    With --json: changes (as in 'do') and, if a journal is kept, records.
    """
  static let examples = ["", "2", "1 NetworkErrors.101"]
  static let needs: Capability? = .exploring

  @Argument(help: "Its number, from 1.")
  var place: Int?

  @Argument(help: "An error that the service declares with 'mayThrow', instead of its answer.")
  var error: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let step = try StepReport(in: view, limits) {
      try view.target.tell([.answer(place ?? 1, failing: error)])
    }
    return Answer {
      .object { step.write(to: &$0) }
    } text: {
      step.write(to: &$0)
    }
  }
}
