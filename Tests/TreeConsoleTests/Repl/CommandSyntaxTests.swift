import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// What completion knows of a command against what the argument parser accepts.
@Suite struct `Command syntax` {
  /// An option or argument as the parser describes itself.
  private struct Accepted: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: String
    var names: [Name]?
    var valueName: String?
    var shouldDisplay: Bool
  }

  private struct Command: Decodable {
    var commandName: String
    var arguments: [Accepted]?
    var subcommands: [Command]?
  }

  private struct Tool: Decodable { var command: Command }

  private static let names = [
    "print", "show", "find", "trace", "raise", "render", "lint", "here", "quit",
  ]

  private func accepted(_ name: String, in folder: TestFolder) throws -> [Accepted] {
    let dump = try folder.modeltree(
      "repl", "tree.json", "-c", "\(name) --experimental-dump-help")
    try #require(dump.status == 0)
    let tool = try JSONDecoder().decode(Tool.self, from: Data(dump.output))
    return try #require(tool.command.arguments)
  }

  @Test(arguments: names)
  func `the options of a command's help are those that its parser accepts`(name: String) throws {
    let folder = try TestFolder()
    let help = try folder.modeltree("repl", "tree.json", "-c", "help \(name)").text
    let syntax = CommandSyntax(help: help)
    let accepted = try accepted(name, in: folder).filter(\.shouldDisplay)
    let options = accepted.filter { $0.kind != "positional" }.flatMap { option in
      (option.names ?? []).map { name in
        (name.kind == "long" ? "--\(name.name)" : "-\(name.name)")
          + (option.kind == "option" ? " <\(option.valueName ?? "")>" : "")
      }
    }
    #expect(
      Set(syntax.options.map { $0.name + ($0.value.map { " <\($0)>" } ?? "") }) == Set(options))
    #expect(syntax.options.count == options.count)
    #expect(
      syntax.arguments == accepted.filter { $0.kind == "positional" }.map { $0.valueName ?? "" })
  }

  @Test func `the commands that completion offers are those of the help`() throws {
    let help = try TestFolder().modeltree("repl", "tree.json", "-c", "help").text
    let section = help.split(separator: "SUBCOMMANDS:\n")[1].split(separator: "\n")
    let listed = section.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .filter { !$0.hasPrefix("  See ") }
      .flatMap { $0.dropFirst(2).prefix(23).split(separator: "  ")[0].split(separator: ", ") }
    #expect(
      Set(listed.map { $0.split(separator: " ")[0] }.map(String.init) + ["help"])
        == Set(ReplRoot.commandNames))
  }

  @Test func `a help text is read with its short names, values and wrapped lines`() {
    let syntax = CommandSyntax(
      help: """
        OVERVIEW: Draws.

        EXAMPLES:
          --not an option
          <nor> an argument

        USAGE: draw <what> [--output <file>]

        ARGUMENTS:
          <what>                  What to draw, and
                                  --then some.
          <where>

        OPTIONS:
          -o, --output <file>     Write to this file; its ending names
                                  the format.
          --trace <kind message>  A route.
          --all                   All.
          -h, --help              Show help information.

        """)
    #expect(syntax.arguments == ["what", "where"])
    #expect(syntax.options.map(\.name) == ["-o", "--output", "--trace", "--all", "-h", "--help"])
    #expect(syntax.options.map(\.value) == ["file", "file", "kind message", nil, nil, nil])
  }
}
