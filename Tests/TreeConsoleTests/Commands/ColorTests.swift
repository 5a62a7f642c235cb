import TestSupport
import Testing
import TextIO

/// Color: on a terminal that supports it, unless an option or a variable disables it.
@Suite struct `Colors of answers` {
  private static let commands = [
    ["print", "tree.json", "--all"], ["show", "tree.json", "MainFlow"],
    ["find", "tree.json", "Exam*"], ["trace", "tree.json", "error", "101", "--from", "#8"],
    ["raise", "tree.json", "event", "tick", "--from", "#8"],
  ]

  private func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> (exit: PseudoTerminal.Exit, text: String) {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal(columns: 200)
    try terminal.start(
      TestFolder.executable(), arguments: words, environment: folder.environment(environment),
      directory: folder.path)
    return (try terminal.waitForExit(within: .seconds(30)), terminal.shownTranscript)
  }

  @Test(arguments: commands)
  func `a terminal gets color, and without its sequences the same text`(
    words: [String]
  ) throws {
    let colored = try run(words)
    #expect(colored.exit == .status(0))
    #expect(colored.text.contains("\u{1b}[2m"))
    let plain = try TestFolder().modeltree(words)
    #expect(
      Self.withoutColor(colored.text)
        == (plain.errors + plain.text).split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
  }

  @Test(arguments: commands)
  func `a pipe gets none`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(words)
    #expect(!outcome.text.contains("\u{1b}"))
    #expect(!outcome.errors.contains("\u{1b}"))
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], []), (["TERM": "dumb"], []), ([:], ["--no-color"]),
    (["NO_COLOR": "0", "TERM": "xterm-256color"], ["--no-color"]),
  ])
  func `a terminal gets none where it is not wanted`(
    environment: [String: String], words: [String]
  ) throws {
    for command in Self.commands {
      let plain = try run(command + words, environment: environment)
      #expect(plain.exit == .status(0))
      #expect(!plain.text.contains("\u{1b}"))
    }
  }

  @Test func `a prompt gets none where it is not wanted`() throws {
    let script = ["repl", "tree.json", "-c", "print --all"]
    #expect(try run(script).text.contains("\u{1b}[2m"))
    #expect(try !run(script + ["--no-color"]).text.contains("\u{1b}"))
    let repl = try ReplSession(options: ["--no-color"])
    try repl.run("print --all")
    #expect(try repl.run("set").contains { $0.hasPrefix("color") && $0.contains("off") })
    #expect(!repl.terminal.shownTranscript.contains("\u{1b}[2m"))
  }

  @Test func `an empty NO_COLOR says nothing`() throws {
    #expect(
      try run(["print", "tree.json"], environment: ["NO_COLOR": ""]).text.contains("\u{1b}["))
  }

  @Test(arguments: [
    ["print", "tree.json"], ["find", "tree.json", "**"], ["show", "tree.json", "#1"],
  ])
  func `json has no color on a terminal either`(words: [String]) throws {
    #expect(try !run(words + ["--json"]).text.contains("\u{1b}"))
  }

  @Test func `a refusal on a terminal is one line that begins in red`() throws {
    let refusal = try run(["print", "tree.json", "Nobody"])
    #expect(refusal.exit == .status(2))
    #expect(
      refusal.text
        == "\u{1b}[31mmodeltree:\u{1b}[0m no model matches 'Nobody'; 'find' with '**' lists the models\r\n"
    )
  }

  @Test(arguments: ["png", "pdf"])
  func `a drawing that is no text is refused by a terminal`(format: String) throws {
    let refusal = try run(["render", "tree.json", "--format", format])
    #expect(refusal.exit == .status(2))
    #expect(
      refusal.text
        == "\u{1b}[31mmodeltree:\u{1b}[0m \(format.uppercased()) is not text; name a file: -o tree.\(format)\r\n"
    )
  }

  @Test(arguments: ["dot", "svg"])
  func `a drawing that is text may go to a terminal`(format: String) throws {
    let drawing = try run(["render", "tree.json", "--format", format])
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
