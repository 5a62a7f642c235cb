import ArgumentParser
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// Performs an action that a live app offers.
struct Do: FormattedQuestion {
  static let commandName = "do"
  static let abstract = "Perform an action of the running app; 'do' alone lists them."
  static let explanation: String? = "Write '--' before words of the action that begin with '-'."
  static let examples = ["pick Physics", "pick Physics --json"]
  static let needs: Capability? = .actions

  @Argument(parsing: .remaining, help: "The action and its arguments.")
  var action: [ActionWord] = []

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let actions = view.actions
    guard let name = action.first?.rawValue else {
      return Answer {
        .array { json in for action in actions { json.object { action.write(to: &$0) } } }
      } text: {
        Self.write(actions, to: &$0)
      }
    }
    guard actions.contains(where: { $0.name == name }) else {
      let hint = actions.map(\.name).hint(for: name, otherwise: "'do' lists its actions")
      throw ConsoleError("the app offers no '\(name)'; \(hint)")
    }
    let answer = try view.target.perform(name, action.dropFirst().map(\.rawValue))
    return Answer {
      .object { json in
        json.write("action", name)
        json.write("answer", answer)
      }
    } text: { text in
      if !answer.isEmpty { text.line(SafeText(lines: answer)) }
    }
  }

  /// The actions of a target, for the command's help; nil if there are none.
  static func help(in view: View) -> Answer? {
    let (name, actions) = (view.name, view.actions)
    if actions.isEmpty { return nil }
    return Answer { text in
      text.line()
      text.line("ACTIONS OF \(name):")
      write(actions, to: &text)
    }
  }

  private static func write(_ actions: [TargetAction], to text: inout StyledText) {
    let width = actions.map { SafeText($0.usage).columns }.max() ?? 0
    for action in actions {
      text.line("  \(SafeText(action.usage).padded(to: width + 2))\(action.help)")
    }
  }
}

/// Pauses between two commands of a script.
struct Wait: FormattedQuestion {
  static let commandName = "wait"
  static let abstract = "Wait while the running app keeps running, such as for an answer."
  static let examples = ["0.5", "0.5 --json"]

  @Argument(help: "How many seconds, up to 3600.")
  var seconds: Double

  @OptionGroup var output: OutputOptions

  /// The longest wait in seconds.
  static let limit = 3_600.0

  static func check(_ seconds: Double) throws(ConsoleError) {
    if (0...limit).contains(seconds) { return }
    throw ConsoleError("wait \(seconds): give a number of seconds from 0 to 3600")
  }

  func answer(_ view: inout View) throws -> Answer {
    try Self.check(seconds)
    try view.pause(for: .seconds(seconds))
    let seconds = seconds
    return Answer {
      .object { $0.write("waited", "\(seconds)") }
    } text: { _ in
    }
  }
}
