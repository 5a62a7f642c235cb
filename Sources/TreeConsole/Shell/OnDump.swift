import ArgumentParser

/// A command as the shell has it: with what it looks at in front of its own arguments.
struct OnDump<Command: InspectorCommand>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.discussion(
        calledAs: "modeltree \(Command.commandName) \(Command.needs.exampleTarget)"),
      aliases: Command.aliases)
  }

  @Argument(
    help: "The dump to look at, '-' for standard input, or a running app: @NAME, @PID.",
    completion: TargetWord.completion)
  var dump: String

  @OptionGroup var command: Command

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    output.beginProgress(of: Command.commandName)
    defer { output.progress?.end() }
    let target = try TargetWord(dump).open(noting: output)
    try target.require(Command.needs)
    let context = CommandContext(target: target, output: output, isRepl: false)
    try command.runAnswering(in: context)
    if Command.needs != .journal, command.at == nil { context.noteRemark() }
    return context.hasFindings ? .found : .done
  }
}

extension Capability? {
  /// A target that has the capability, for examples.
  fileprivate var exampleTarget: String {
    switch self {
    case nil: "tree.json"
    case .journal: "app.journal"
    case .handlers, .leaks, .actions: "@ExamMaster"
    }
  }
}
