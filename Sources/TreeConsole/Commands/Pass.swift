import ArgumentParser
import TextIO
import TreeExplore
import TreeSnapshot

/// Lets time pass in an app whose clock can be held.
struct Pass: FormattedQuestion {
  static let commandName = "pass"
  static let abstract = "Let time pass, in an app that gives its clock; in others, wait."
  static let explanation: String? = """
    The answer shows what happened meanwhile if a journal is kept, and what changed in the tree.

    An app that listens with 'exploring:' gives its clock: from the first 'pass', 'hold' or 'answer' on, its \
    time stands still between commands. Scripts of 'modeltree explore' are made of such steps.

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
    let start = StartOfStep(in: view)
    if view.target.capabilities.contains(.exploring) {
      try view.target.pass(time)
    } else {
      try view.pause(for: .nanoseconds(time))
    }
    return start.answer(in: view, limits) { $0.write("passed", Step.seconds(time)) }
  }
}

/// The tree and the journal before a step, to tell what happened during it.
private struct StartOfStep {
  private let tree: TreeState?
  private let record: Int?

  init(in view: View) {
    tree = try? view.state()
    // What is to be said of the journal is said with the answer.
    record = (try? view.target.journal())?.lastRecord
  }

  /// What happened since.
  ///
  /// - Parameter members: writes what else is known into the JSON object.
  func answer(
    in view: View, _ limits: LimitOptions,
    _ members: @escaping (inout JSONObject) -> Void = { _ in }
  ) -> Answer {
    let after = try? view.state()
    let changes = tree.map { TreeChanges(from: $0, to: after) }
    let records = CausedRecords(since: record, in: view)
    let limit = limits.number(view, usual: CausedRecords.usualCount)
    return Answer {
      .object { json in
        members(&json)
        if let changes { json.object("changes") { changes.write(to: &$0) } }
        records?.write(to: &json)
      }
    } text: { text in
      records?.write(to: &text, limit: limit)
      changes?.write(to: &text)
    }
  }
}

/// Holds the answers of work.
struct Hold: FormattedQuestion {
  static let commandName = "hold"
  static let abstract = "Hold the answers of asynchronous work until 'answer' takes them."
  static let examples = [""]
  static let needs: Capability? = .exploring

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try view.target.holdAnswers()
    return .nothing
  }
}

/// Takes an answer that is held, or an error instead.
struct TakeAnswer: FormattedQuestion {
  static let commandName = "answer"
  static let abstract = "Take an answer that 'hold' holds: the first, or the one at a place."
  static let explanation: String? = """
    The answer shows what it led to if a journal is kept, and what changed in the tree.

    With --json: changes (as in 'do') and, if a journal is kept, records.
    """
  static let examples = ["", "2", "1 NetworkErrors.101"]
  static let needs: Capability? = .exploring

  @Argument(help: "Its place, from 1.")
  var place: Int?

  @Argument(help: "An error that the service may throw, as it says with 'mayThrow'.")
  var error: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let start = StartOfStep(in: view)
    try view.target.takeAnswer(at: place ?? 1, failing: error)
    return start.answer(in: view, limits)
  }
}
