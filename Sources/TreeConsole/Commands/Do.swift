import ArgumentParser
import TextIO
import TreeAnalysis

/// Performs an action that a live app offers.
struct Do: InspectorCommand {
  static let commandName = "do"
  static let abstract = "Perform an action of the running app; 'do' alone lists them."
  static let examples = ["pick Physics"]
  static let needs: Capability? = .actions

  @Argument(parsing: .remaining, help: "The action, and what it needs.")
  var action: [ActionWord] = []

  func run(in context: CommandContext) throws {
    let actions = context.target.actions
    guard let name = action.first?.rawValue else {
      let width = actions.map { SafeText($0.usage).count }.max() ?? 0
      for offered in actions {
        let usage = SafeText(offered.usage).padded(to: width + 2)
        context.output.write(line: "  \(usage)\(offered.help)")
      }
      return
    }
    guard actions.contains(where: { $0.name == name }) else {
      throw ConsoleError.unknown(
        .action, name, nearest: actions.map(\.name).nearest(to: name))
    }
    let answer = try context.target.perform(name, action.dropFirst().map(\.rawValue))
    if !answer.isEmpty { context.output.write(line: SafeText(lines: answer)) }
  }
}
