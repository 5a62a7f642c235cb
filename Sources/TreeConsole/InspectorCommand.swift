import ArgumentParser

/// A command that runs against a target: the dump named in the shell, or what a REPL is attached to.
protocol InspectorCommand: ParsableCommand {
  /// The word by which the command is called.
  static var commandName: String { get }
  /// What the command does, in a sentence.
  static var abstract: String { get }
  /// Other names of the command.
  static var aliases: [String] { get }
  /// What the help says before the examples; nil for nothing.
  static var explanation: String? { get }
  /// What may stand behind the command's name, as examples for its help.
  static var examples: [String] { get }
  /// What the target must be able to do; nil where every target will do.
  static var needs: Capability? { get }

  func run(in context: CommandContext) throws
}

extension InspectorCommand {
  static var aliases: [String] { [] }
  static var explanation: String? { nil }
  static var needs: Capability? { nil }

  /// The explanation and the examples, as the help shows them.
  static func discussion(calledAs call: String) -> String {
    let lines = examples.map { "  \(call) \($0)" }.joined(separator: "\n")
    return (explanation.map { "\($0)\n\n" } ?? "") + "EXAMPLES:\n" + lines
  }

  static var configuration: CommandConfiguration {
    return CommandConfiguration(
      commandName: commandName, abstract: abstract,
      discussion: discussion(calledAs: commandName), aliases: aliases)
  }
}

/// The options that every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  func isColored(_ context: CommandContext) -> Bool { context.output.isColored && !noColor }
}

/// A command as the shell has it: with the dump in front of its own arguments.
struct OnDump<Command: InspectorCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    return CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.discussion(calledAs: "modeltree \(Command.commandName) tree.json"),
      aliases: Command.aliases)
  }

  @Argument(help: "The dump to look at; '-' is standard input.", completion: .file())
  var dump: String

  @OptionGroup var command: Command
}

/// A command that the shell runs, with its dump if it has one.
protocol ShellCommand: ParsableCommand {
  func run(writingTo output: ConsoleOutput) throws -> ExitStatus
}

extension OnDump: ShellCommand {
  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let target = try DumpTarget(path: dump)
    let context = CommandContext(target: target, output: output, isRepl: false)
    try command.run(in: context)
    return context.hasFindings ? .found : .done
  }
}
