import ArgumentParser
import TextIO

/// Runs lines of a prompt, typed or from a script, against its target.
struct Interpreter {
  let context: CommandContext

  /// Runs one line. An empty line and a comment do nothing.
  ///
  /// - Throws: An error whose description is the one line to show.
  func run(_ line: String) throws {
    if line == "#" || line.hasPrefix("# ") || line.hasPrefix("#\t") { return }
    var words = try ShellWords.split(line)[...]
    guard var name = words.popFirst() else { return }
    if name == "?" { name = "help" }
    if name.hasPrefix("#") { throw ConsoleError.idAsCommand(name, word: ShellWords.quote(name)) }
    if name == context.output.program { throw ConsoleError.programAtPrompt(name) }
    try CommandName.check([name] + words, among: PromptCommands.names, help: "help")
    if name == "help" {
      guard let about = words.first(where: { $0 != "help" }) else {
        context.output.write(line: PromptCommands.help)
        return try context.output.flush()
      }
      (name, words) = (about, ["--help"])
    }
    guard let command = PromptCommands.command(named: name) else {
      throw ConsoleError.unknown(.command(help: "help"), name, nearest: nil)
    }
    do {
      var parsed = try command.parseAsRoot(Array(words))
      if let command = parsed as? any InspectorCommand {
        try context.target.require(type(of: command).needs)
        try command.run(in: context)
      } else {
        try parsed.run()
      }
    } catch {
      try command.answer(error, to: context.output, hint: "see 'help \(name)'")
    }
    try context.output.flush()
  }
}
