import ArgumentParser

/// `apps` as the shell has it: with the program's name in its examples.
struct AppsInShell: ShellCommand {
  static var configuration: CommandConfiguration {
    var configuration = Apps.configuration
    configuration.discussion = Apps.discussion(calledAs: "modeltree \(Apps.commandName)")
    return configuration
  }

  @OptionGroup var apps: Apps

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    try apps.output.answering(to: output) { apps.list(to: output) }
    return .done
  }
}
