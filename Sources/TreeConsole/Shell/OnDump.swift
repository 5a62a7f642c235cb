import ArgumentParser

/// A command as the shell has it: with the dump in front of its own arguments.
struct OnDump<Command: InspectorCommand>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.discussion(calledAs: "modeltree \(Command.commandName) tree.json"),
      aliases: Command.aliases)
  }

  @Argument(help: "The dump to look at; '-' is standard input.", completion: .file())
  var dump: String

  @OptionGroup var command: Command

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let target = try FileTarget.open(dump)
    let context = CommandContext(target: target, output: output, isRepl: false)
    output.beginProgress(of: Command.commandName)
    defer { output.progress?.end() }
    try command.runAnswering(in: context)
    return context.hasFindings ? .found : .done
  }
}
