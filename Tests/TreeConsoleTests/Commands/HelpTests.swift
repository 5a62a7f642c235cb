import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// Help that was asked for: on standard output, with status 0.
@Suite struct `Help and examples` {
  private static let names = ["print", "trace", "repl"]

  @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
  func `the commands are listed`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(words)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text.hasPrefix("OVERVIEW: Inspect a tree of models: "))
    for name in Self.names {
      #expect(outcome.text.contains("  \(name)") || outcome.text.contains(", \(name)"))
    }
  }

  @Test func `the version is one line, with the commit, and the changelog and the README know it`()
    throws
  {
    let outcome = try TestFolder().modeltree("--version")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let line = try #require(
      outcome.text.wholeMatch(of: /(\d+\.\d+\.\d+)( \([0-9a-f]{7,9}\))?\n/), "\(outcome.text)")
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    func text(_ file: String) throws -> String {
      try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }
    #expect(try text(".github/CHANGELOG.md").contains("\n## \(line.1)\n"))
    #expect(try text("README.md").contains("from: \"\(line.1)\""))
    #expect(
      try text("tools/editors/vscode/package.json").contains("\"version\": \"\(line.1)\""))
    // A clone knows its commit.
    let isClone = FileManager.default.fileExists(atPath: root.appending(path: ".git").path())
    #expect(line.2 != nil || !isClone)
  }

  /// The parser takes the arguments of groups as the command's own: two of one name would be one.
  @Test func `the arguments of a command have names of their own, groups included`() {
    let inShell = ModelTreeCommand.configuration.subcommands.map { $0.flattened }
    let atPrompt = PromptCommands.names.compactMap { PromptCommands.command(named: $0)?.flattened }
    for arguments in inShell + atPrompt {
      let names = arguments.compactMap(\.label)
      #expect(Set(names).count == names.count, "\(names)")
    }
    #expect((inShell + atPrompt).contains { $0.contains { $0.label == "_outputName" } })
  }

  @Test(arguments: names)
  func `a command explains itself in the same words each way`(name: String) throws {
    let folder = try TestFolder()
    let help = try folder.modeltree("help", name)
    #expect(help.status == 0)
    #expect(help.errors == "")
    #expect(help.text.hasPrefix("OVERVIEW: "))
    #expect(help.text.contains("USAGE: modeltree \(name) "))
    #expect(help.text.contains("\n  <dump> "))
    #expect(help.text.contains("EXAMPLES:\n  modeltree \(name) tree.json"))
    #expect(try folder.modeltree(name, "tree.json", "--help") == help)
  }

  @Test(arguments: [
    ("history", "modeltree history app.journal ExamCreationFlow\n"),
    ("leaks", "modeltree leaks @ExamMaster\n"), ("routes", "modeltree routes tree.json\n"),
  ])
  func `an example names a target that can do it`(name: String, example: String) throws {
    let help = try TestFolder().modeltree("help", name)
    #expect(help.text.contains("EXAMPLES:\n  \(example)"), "\(help.text)")
  }

  @Test func `help that is wider than a terminal breaks between words`() throws {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal(columns: 80)
    try terminal.start(
      TestFolder.executable(), arguments: ["help", "show"], environment: folder.environment())
    let help = try terminal.expect("Show help information.")
    let lines = help.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(
      help.contains("[--json] [--output\r\n  <file>] [--no-color] [--at <moment>]\r\n"), "\(help)")
  }

  @Test func `help for a command that is none is refused`() throws {
    let outcome = try TestFolder().modeltree("help", "trce")
    outcome.expectRefusal("'trce' isn't a command; did you mean 'trace'?")
  }

  @Test func `in the REPL help speaks of the commands as they are typed there`() throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree("repl", "tree.json", "-c", "help")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for name in [
      "print", "show", "find", "trace", "raise", "routes", "resolve", "render", "lint", "here",
      "do",
      "snapshot", "diff", "what-if", "leaks", "quit", "up", "down", "watch", "source", "set",
      "alias",
    ] {
      #expect(outcome.text.contains("\n  \(name)"))
    }
    #expect(!outcome.text.contains("repl "))
    let trace = try folder.modeltree("repl", "tree.json", "-c", "help trace")
    #expect(trace.status == 0)
    #expect(
      trace.text.contains(
        "USAGE: trace <kind> <message> [--from <selector>] [--of <type>] [--limit <number>] [--json] "
      ))
    #expect(!trace.text.contains("modeltree"))
  }
}
