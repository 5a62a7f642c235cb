import ArgumentParser
import TextIO
import TreeAnalysis

/// The commands of a prompt.
enum PromptCommands {
  private static let commands: [any ParsableCommand.Type] = [
    Print.self, Show.self, Find.self, Trace.self, Raise.self, Routes.self, Resolve.self,
    Lint.self, Diff.self, Check.self, Remember.self, WhatIf.self, Render.self, Leaks.self,
    Here.self, Do.self, Wait.self, Selectors.self, Specs.self, Quit.self,
  ]

  /// The words that a line may begin with.
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
    let names = commands.map { SafeText(Self.names(of: $0).joined(separator: ", ")) }
    let width = names.map(\.count).max() ?? 0
    let rows = zip(names, commands).map { names, command -> SafeText in
      "  \(names.padded(to: width + 2))\(command.configuration.abstract)"
    }
    return """
      OVERVIEW: Inspect a tree of models.

      Tab completes commands, options, names and messages; 'help selectors' explains how models are
      named, 'help specs' how specs are written. A line that begins with '# ' is a comment.

      USAGE: <command> …

      COMMANDS:
      \(rows.joined(separator: "\n"))

      'help <command>' explains a command.
      """
  }
}

/// Finds mistyped commands before the parser takes them for something else.
enum CommandName {
  /// Checks the first word, and the one behind `help`.
  static func check(_ words: [String], among names: [String], help: String) throws(ConsoleError) {
    guard let name = words.first(where: { $0 != "help" }) ?? words.first else { return }
    if names.contains(name) || name.hasPrefix("-") { return }
    if let command = PromptCommands.command(named: name) as? any InspectorCommand.Type {
      if let need = command.needs { throw .lacks(need, .dump) }
      throw .promptOnly(name)
    }
    throw .unknown(.command(help: help), name, nearest: names.nearest(to: name))
  }
}
