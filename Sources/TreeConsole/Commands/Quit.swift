import ArgumentParser

/// Ends a prompt.
struct Quit: InspectorCommand {
  static let commandName = "quit"
  static let abstract = "Leave the prompt; Ctrl-D does too."
  static let aliases = ["exit"]

  func run(in context: CommandContext) { context.isFinished = true }
}
