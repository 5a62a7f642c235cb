import ArgumentParser
import TextIO
import TreeAnalysis

/// The commands of a prompt.
enum PromptCommands {
  /// Groups of commands, as listed in the help.
  private static let groups: [(title: SafeText, commands: [any ParsableCommand.Type])] = [
    ("INSPECT THE TREE", [Print.self, PrintSessionTree.self, Show.self, Find.self, Leaks.self]),
    ("MOVE AROUND", [Here.self, Up.self, Down.self]),
    ("FOLLOW MESSAGES", [Trace.self, Raise.self, Routes.self, Resolve.self]),
    (
      "CHECK AND COMPARE",
      [Problems.self, Lint.self, Check.self, Diff.self, Compare.self, Remember.self, WhatIf.self]
    ),
    ("LOOK BACK", [JournalCommand.self, History.self, At.self, Back.self, Forward.self]),
    ("DRAW IT", [Render.self]),
    (
      "WITH THE RUNNING APP",
      [
        Do.self, Wait.self, Pass.self, Hold.self, TakeAnswer.self, Watch.self, Apps.self,
        Attach.self,
      ]
    ),
    (
      "AT THE PROMPT",
      [SetOption.self, Alias.self, Source.self, Selectors.self, Specs.self, Quit.self]
    ),
  ]

  private static let commands = groups.flatMap(\.commands)

  /// The possible first words of a line.
  static var names: [String] { commands.flatMap(names) + ["help"] }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// The command with a name.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    commands.first { names(of: $0).contains(name) }
  }

  /// The help for all commands.
  static var help: SafeText {
    let width = commands.map { $0._commandName.count }.max() ?? 0
    let sections = groups.map { title, commands -> SafeText in
      let rows = commands.map { command -> SafeText in
        let name = SafeText(command._commandName).padded(to: width + 2)
        return ("  \(name)\(command.configuration.abstract)" as SafeText).folded(to: 80)
      }
      return "\(title):\n\(rows.joined(separator: "\n"))"
    }
    return """
      OVERVIEW: Inspect a tree of models.

      Any unambiguous prefix of a command's name works. Tab completes commands,
      options, names and messages; 'help selectors' explains how models are named,
      'help specs' how specs are written. Ctrl-C stops a command. A line that begins
      with '# ' is a comment.

      USAGE: <command> …

      \(sections.joined(separator: "\n\n"))

      'help <command>' explains a command.
      """
  }
}

/// Finds mistyped commands before the parser misinterprets them.
enum CommandName {
  /// Checks the first word, and the one after `help`.
  ///
  /// - Parameter call: The start of a line in the shell.
  static func check(
    _ words: [String], among names: [String], calledAs call: String = ""
  ) throws(ConsoleError) {
    guard let name = words.first(where: { $0 != "help" }) ?? words.first else { return }
    if names.contains(name) || name.hasPrefix("-") { return }
    if PromptCommands.command(named: name) is any Question.Type {
      throw ConsoleError("'\(name)' works at a prompt only: modeltree repl DUMP, or in the app")
    }
    throw unknown(name, among: names, calledAs: call)
  }

  static func unknown(
    _ name: String, among names: [String], calledAs call: String = ""
  ) -> ConsoleError {
    let advice =
      remedy(for: name)
      ?? names.hint(for: name, otherwise: "'\(call)help' lists the commands")
    return ConsoleError("'\(name)' isn't a command; \(advice)")
  }

  /// The intended command for a target alone.
  private static func remedy(for word: String) -> SafeText? {
    let isTarget =
      word.hasPrefix("@") || [".json", ".journal"].contains(where: word.hasSuffix)
      || word.contains(where: { $0 == "/" || $0 == "." }) && FileNames.isFile(word)
    return isTarget ? "put a command first: modeltree print \(ShellWords.quote(word))" : nil
  }
}
