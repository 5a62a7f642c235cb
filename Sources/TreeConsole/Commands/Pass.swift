import ArgumentParser
import TextIO
import TreeExplore

/// Lets time pass in an app whose clock can be held.
struct Pass: FormattedQuestion {
  static let commandName = "pass"
  static let abstract = "Let time pass, in an app that gives its clock; in others, wait."
  static let explanation: String? = """
    An app that listens with 'exploring:' gives its clock: from the first 'pass', 'hold' or 'answer' on, its \
    time stands still between commands. Scripts of 'modeltree explore' are made of such steps.
    """
  static let examples = ["2.5 s", "0.1"]

  @Argument(help: "How many seconds.")
  var seconds: String

  @Argument(help: "The unit: s.", completion: .list(["s"]))
  var unit: String?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    guard let time = Step.nanoseconds(seconds), unit ?? "s" == "s" else {
      throw ConsoleError("pass \(seconds): give a number of seconds, such as 2.5 s")
    }
    if view.target.capabilities.contains(.exploring) {
      try view.target.pass(time)
    } else {
      try view.pause(for: .nanoseconds(time))
    }
    return Answer {
      .object { $0.write("passed", Step.seconds(time)) }
    } text: { _ in
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
  static let examples = ["", "2", "1 NetworkErrors.101"]
  static let needs: Capability? = .exploring

  @Argument(help: "Its place, from 1.")
  var place: Int?

  @Argument(help: "An error that the service may throw, as it says with 'mayThrow'.")
  var error: String?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    try view.target.takeAnswer(at: place ?? 1, failing: error)
    return .nothing
  }
}
