import ArgumentParser
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// Performs an action that a live app offers.
struct Do: AnsweringCommand {
  static let commandName = "do"
  static let abstract = "Perform an action of the running app; 'do' alone lists them."
  static let explanation: String? = """
    Words of the action that begin with '-' come behind '--'.
    """
  static let examples = ["pick Physics", "pick Physics --json"]
  static let needs: Capability? = .actions

  @Argument(parsing: .remaining, help: "The action, and what it needs.")
  var action: [ActionWord] = []

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let actions = context.target.actions
    guard let name = action.first?.rawValue else {
      return output.answer(to: context.output) {
        .array { json in
          for offered in actions {
            json.object { offered.write(to: &$0) }
          }
        }
      } text: {
        Self.write(actions, to: &$0)
      }
    }
    guard actions.contains(where: { $0.name == name }) else {
      throw ConsoleError.unknown(
        .action, name, nearest: actions.map(\.name).nearest(to: name))
    }
    let answer = try context.target.perform(name, action.dropFirst().map(\.rawValue))
    output.answer(to: context.output) {
      .object { json in
        json.write("action", name)
        json.write("answer", answer)
      }
    } text: { text in
      if !answer.isEmpty { text.line(SafeText(lines: answer)) }
    }
  }

  /// Adds the actions that a target offers to the help of the command.
  static func writeActions(of target: any InspectionTarget, to output: ConsoleOutput) {
    if target.actions.isEmpty { return }
    var text = StyledText(isColored: false)
    text.line()
    text.line("ACTIONS OF \(target.name):")
    write(target.actions, to: &text)
    output.write(text)
  }

  private static func write(_ actions: [TargetAction], to text: inout StyledText) {
    let width = actions.map { SafeText($0.usage).columns }.max() ?? 0
    for offered in actions {
      text.line("  \(SafeText(offered.usage).padded(to: width + 2))\(offered.help)")
    }
  }
}
