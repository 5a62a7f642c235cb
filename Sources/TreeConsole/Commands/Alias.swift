import ArgumentParser
import TextIO
import TreeAnalysis

/// Names a line, or the beginning of one.
struct Alias: AnsweringCommand {
  static let commandName = "alias"
  static let abstract = "Let a word stand for others; 'alias' alone lists such words."
  static let explanation: String? = """
    What follows the word on a line is added behind what it stands for. A command's own name may stand \
    for it with other options.
    """
  static let examples = ["", "ex find 'Exam*' --limit 5", "print print --errors", "--remove ex"]

  @Flag(help: "Let the word stand for itself again.")
  var remove = false

  @Argument(help: "The word.")
  var name: String?

  @Argument(
    parsing: .captureForPassthrough, help: "What it stands for: a command, perhaps with options.")
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let aliases = context.session.aliases
    if remove {
      guard let name, words.isEmpty else { throw ConsoleError.misuse(usage: "alias --remove WORD") }
      guard aliases[name] != nil else {
        throw ConsoleError.unknown(
          .alias, name, nearest: aliases.keys.sorted().nearest(to: name))
      }
      context.session.aliases[name] = nil
      return
    }
    if let name, !words.isEmpty {
      // A line in quotes is a line; several words are words.
      let line = words.count == 1 ? words[0] : words.map(ShellWords.quote).joined(separator: " ")
      guard try !ShellWords.splitAsWritten(line).isEmpty, ShellWords.quote(name) == name,
        !name.hasPrefix("#"), !name.hasPrefix("-")
      else { throw ConsoleError.misuse(usage: "alias WORD COMMAND …") }
      context.session.aliases[name] = line
      return
    }
    let names = aliases.keys.sorted().filter { name == nil || $0 == name }
    output.answer(to: context.output) {
      .object { json in for name in names { json.write(name, aliases[name]) } }
    } text: { text in
      if names.isEmpty { return text.line("no word stands for others") }
      let width = names.map { SafeText($0).columns }.max() ?? 0
      for name in names {
        text.append(SafeText(name), width: width + 2)
        text.line("\(aliases[name] ?? "")")
      }
    }
  }
}
