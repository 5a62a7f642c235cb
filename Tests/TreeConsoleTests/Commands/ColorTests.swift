import TestSupport
import Testing
import TextIO

/// Color: on a terminal that supports it, unless an option or a variable disables it.
@Suite struct `Colors of answers` {
  private static let commands = [
    ["print", "tree.json", "--all"], ["show", "tree.json", "MainFlow"],
    ["trace", "tree.json", "error", "101", "--from", "#8"],
  ]

  private func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> (exit: PseudoTerminal.Exit, text: String) {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal(columns: 200)
    try terminal.start(
      TestFolder.executable(), arguments: words, environment: folder.environment(environment),
      directory: folder.path)
    return (try terminal.waitForExit(), terminal.shownTranscript)
  }

  @Test(arguments: commands)
  func `a terminal gets color, and without its sequences the same text`(
    words: [String]
  ) throws {
    let colored = try run(words)
    #expect(colored.exit == .status(0))
    #expect(colored.text.contains("\u{1b}[2m"))
    let plain = try TestFolder().modeltree(words)
    #expect(!plain.text.contains("\u{1b}") && !plain.errors.contains("\u{1b}"))
    #expect(
      Self.withoutColor(colored.text)
        == (plain.errors + plain.text).split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], []), (["TERM": "dumb"], []), ([:], ["--no-color"]),
    (["NO_COLOR": "0", "TERM": "xterm-256color"], ["--no-color"]),
  ])
  func `a terminal gets none where it is not wanted`(
    environment: [String: String], words: [String]
  ) throws {
    let plain = try run(Self.commands[0] + words, environment: environment)
    #expect(plain.exit == .status(0))
    #expect(!plain.text.contains("\u{1b}"))
  }

  @Test func `a prompt gets none where it is not wanted`() throws {
    let script = ["repl", "tree.json", "-c", "print --all"]
    #expect(try run(script).text.contains("\u{1b}[2m"))
    #expect(try !run(script + ["--no-color"]).text.contains("\u{1b}"))
    let repl = try ReplSession(options: ["--no-color"])
    try repl.run("print --all")
    #expect(!repl.terminal.shownTranscript.contains("\u{1b}[2m"))
  }

  @Test func `json has no color on a terminal either`() throws {
    #expect(try !run(["show", "tree.json", "#1", "--json"]).text.contains("\u{1b}"))
  }

  @Test func `a refusal on a terminal is one line that begins in red`() throws {
    let refusal = try run(["print", "tree.json", "Nobody"])
    #expect(refusal.exit == .status(2))
    #expect(
      refusal.text
        == "\u{1b}[31mmodeltree:\u{1b}[0m no model matches 'Nobody'; 'find' with '**' lists the models\r\n"
    )
  }

  @Test func `a drawing that is text may go to a terminal`() throws {
    let drawing = try run(["render", "tree.json", "--format", "dot"])
    #expect(drawing.exit == .status(0))
    #expect(drawing.text.contains("AppAuthorizedSession"))
    #expect(!drawing.text.contains("\u{1b}"))
  }

  private static func withoutColor(_ text: String) -> String {
    var plain = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1b}" {
        isEscape = true
      } else if !isEscape {
        plain.unicodeScalars.append(scalar)
      } else if scalar == "m" {
        isEscape = false
      }
    }
    return plain
  }
}
