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
      "In place of the dump: a file with the names of dumps, one a line; '-' is standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  /// What stands for a list of dumps in the place of a dump; no path begins so.
  private static var listMark: String { "\u{0}" }

  /// The words of a command line with a list in the place of the dump, where `--files-from` names one.
  static func words(_ words: [String]) -> [String] {
    guard words.first == Command.commandName else { return words }
    var words = words
    for index in words.indices.dropFirst() {
      if words[index] == "--" { break }
      if words[index].hasPrefix("--files-from=") {
        let name = words.remove(at: index).dropFirst("--files-from=".count)
        words.insert(listMark + name, at: 1)
        break
      }
      if words[index] == "--files-from", index + 1 < words.count {
        let name = words.remove(at: index + 1)
        words.remove(at: index)
        words.insert(listMark + name, at: 1)
        break
      }
    }
    return words
  }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    guard let dumps = try dumps() else { return try one.run(writingTo: output) }
    let command = one.command
    let collect = try command.collector()
    output.beginProgress(of: Command.commandName)
    defer { output.progress?.end() }
    return try command.output.answering(to: output) {
      let facts = try CollectedFacts(dumps) { collect(try Snapshot(contentsOfFile: $0)) }
      CollectedAnswer(
        facts: facts, words: Command.factWords, list: command.list, options: command.output
      ).write(to: output)
      for failure in facts.failures { output.note(failure.reason) }
      if !facts.failures.isEmpty { return .wrong }
      return facts.sorted.contains { command.isFault($0.fact) } ? .found : .done
    }
  }

  /// The dumps, where there may be more than one.
  private func dumps() throws -> [String]? {
    let word = one.dump
    if word.hasPrefix(Self.listMark) {
      return try DumpPaths.inList(String(word.dropFirst(Self.listMark.count)))
    }
    return FileNames.isFolder(word) || FileGlob.isPattern(word) ? try DumpPaths.named(word) : nil
  }
}
