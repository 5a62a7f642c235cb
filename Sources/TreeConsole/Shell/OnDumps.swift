import ArgumentParser
import TextIO
import TreeSnapshot

/// A command as the shell has it for one dump or many: folders, patterns and lists are answered in one.
struct OnDumps<Command: CollectingCommand>: ShellCommand {
  static var configuration: CommandConfiguration {
    var configuration = OnDump<Command>.configuration
    configuration.discussion += """


      Many dumps, in a folder, by a pattern such as 'dumps/**/exam*.json' or in a list, are read side by \
      side, and equal answers are put together: in how many dumps, and the first of them. With --json: \
      dumps, unreadable (dump, error) and \(Command.factWords.list), each with dumps and first. One that \
      cannot be read is named, and the status is 2.
      """
    return configuration
  }

  @OptionGroup var one: OnDump<Command>

  @Option(
    help: ArgumentHelp(
      "In place of the dump: a file with the names of dumps, one a line or with a zero byte behind "
        + "each; '-' is standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    guard let dumps = try DumpPaths.many(one.dump) else { return try one.run(writingTo: output) }
    let command = one.command
    let collect = try command.collector()
    output.beginProgress(of: Command.commandName)
    defer { output.progress?.end() }
    return try command.output.answering(to: output) {
      let facts = try CollectedFacts(dumps) { collect(try TreeFile($0).snapshot) }
      CollectedAnswer(
        facts: facts, words: Command.factWords, list: command.list, options: command.output
      ).write(to: output)
      for failure in facts.failures { output.note(failure.reason) }
      if !facts.failures.isEmpty { return .wrong }
      return facts.sorted.contains { command.isFault($0.fact) } ? .found : .done
    }
  }
}
