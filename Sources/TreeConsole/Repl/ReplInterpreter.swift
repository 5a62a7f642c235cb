import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The commands of a REPL, as one argument-parser command.
struct ReplRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "TreeState at a tree of models, and ask who would handle what.",
    discussion: """
      Tab completes commands, options, names and messages; 'help selectors' tells how models are \
      named, 'help specs' how specs are written. A line that begins with '# ' is a comment.
      """,
    subcommands: [
      Print.self, Show.self, Find.self, Trace.self, Raise.self, Routes.self, Resolve.self,
      Lint.self, Diff.self, Check.self, Remember.self, WhatIf.self, Render.self, Leaks.self,
      Here.self,
      Do.self, Wait.self, Selectors.self, Specs.self, Quit.self,
    ])

  static var commands: [any InspectorCommand.Type] {
    configuration.subcommands.compactMap { $0 as? any InspectorCommand.Type }
  }

  static var commandNames: [String] {
    commands.flatMap { [$0.commandName] + $0.aliases } + ["help", "selectors", Specs.name]
  }
}

/// Runs lines of a REPL, typed or from a script, against its target.
struct ReplInterpreter {
  let context: CommandContext

  /// Runs one line. An empty line and a comment do nothing.
  ///
  /// - Throws: an error whose description is the one line to show.
  func run(_ line: String) throws {
    if line == "#" || line.hasPrefix("# ") || line.hasPrefix("#\t") { return }
    var words = try ShellWords.split(line)
    if words.first == "?" { words[0] = "help" }
    guard let name = words.first else { return }
    if name.hasPrefix("#"), !ReplRoot.commandNames.contains(name) {
      throw ConsoleError.idAsCommand(name, word: ShellWords.quote(name))
    }
    if name == ModelTreeCommand.configuration.commandName {
      throw ConsoleError.programAtPrompt(name)
    }
    try CommandName.check(words, among: ReplRoot.commandNames, help: "help")
    do {
      let command = try ReplRoot.parseAsRoot(Render.joiningTrace(words))
      guard let command = command as? any InspectorCommand else {
        // What is left is the parser's own help.
        var help = command
        try help.run()
        return
      }
      try context.target.require(type(of: command).needs)
      try command.run(in: context)
    } catch {
      try UsageReport(error, root: ReplRoot.self, words: words).answer(to: context.output) {
        "see 'help \(name)'"
      }
    }
    try context.output.flush()
  }
}

/// Finds mistyped commands before the parser takes them for something else.
enum CommandName {
  /// Looks at the first word, and at the one behind `help`.
  static func check(_ words: [String], among names: [String], help: String) throws(ConsoleError) {
    guard let name = words.first(where: { $0 != "help" }) ?? words.first else { return }
    if names.contains(name) || name.hasPrefix("-") { return }
    if let command = ReplRoot.commands.first(where: {
      $0.commandName == name || $0.aliases.contains(name)
    }) {
      if let need = command.needs { throw .lacks(need, .dump) }
      throw .promptOnly(name)
    }
    throw .unknown(.command(help: help), name, nearest: nearest(to: name, among: names))
  }
}

/// What the argument parser says: help to be shown, or a fault in the usage.
struct UsageReport {
  private let error: any Error
  private let root: any ParsableCommand.Type
  private let words: [String]

  init(_ error: any Error, root: any ParsableCommand.Type, words: [String]) {
    self.error = error
    self.root = root
    self.words = words
  }

  /// Shows help that was asked for.
  ///
  /// - Throws: anything else, a fault in the usage as one line.
  func answer(to output: ConsoleOutput, hint: () -> String) throws {
    if root.exitCode(for: error) == .success {
      output.write(Self.withoutRootName(root.fullMessage(for: error), root) + "\n")
      return
    }
    guard root.exitCode(for: error) == .validationFailure else { throw error }
    var message = root.message(for: error).split(separator: "\n").joined(separator: " ")
    if message == "Missing expected argument '<message>'" {
      message = ConsoleError.missing(.message).description
    }
    // What follows goes on with the sentence.
    if message.hasSuffix(".") { message.removeLast() }
    throw ConsoleError.parser(message, hint: hint())
  }

  /// In a REPL the commands stand alone: `trace …`, not `repl trace …`.
  private static func withoutRootName(_ text: String, _ root: any ParsableCommand.Type) -> String {
    guard root == ReplRoot.self else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("USAGE: repl <subcommand>") { return "USAGE: <command> …" }
      if line.hasPrefix("USAGE: repl ") { return "USAGE: " + line.dropFirst(12) }
      if line.hasPrefix("  See 'repl help") { return "  See 'help" + line.dropFirst(16) }
      return String(line)
    }.joined(separator: "\n")
  }
}
