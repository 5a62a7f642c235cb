import Foundation
import TestSupport
import Testing

/// Shells complete targets: with the files of hostile names, nothing runs, and each word arrives whole.
@Suite(.serialized) struct `Completion by a shell` {
  private static let files = [
    "$(touch RAN).json", "`touch RAN2`.json", "it's.json", "ab:c.json", "xy z.json", "u;v.json",
    "plain.json",
  ]

  /// What is typed before Tab, and the file.
  private static let typed = [
    (#"\$"#, "$(touch RAN).json"), (#"\`"#, "`touch RAN2`.json"), ("it", "it's.json"),
    ("ab", "ab:c.json"), ("xy", "xy z.json"), ("u", "u;v.json"), ("pl", "plain.json"),
  ]

  private static let shells: [(name: String, words: [String], setup: String)] = [
    ("bash", ["--norc", "--noprofile"], "source ./script"),
    ("zsh", ["-f"], "fpath=(./z $fpath); autoload -U compinit; compinit -u -D"),
    ("fish", ["--no-config"], "source ./script"),
  ].filter { path(of: $0.0) != nil }

  private static func path(of shell: String) -> String? {
    ["/bin/\(shell)", "/usr/bin/\(shell)", "/usr/local/bin/\(shell)"].first {
      access($0, X_OK) == 0
    }
  }

  @Test(arguments: shells.map(\.name))
  func `quotes files and runs nothing`(_ name: String) throws {
    let shell = try #require(Self.shells.first { $0.name == name })
    let folder = try TestFolder()
    for file in Self.files { try folder.write("{}", to: file) }
    let program = try TestFolder.executable()
    #expect(
      try folder.shell(
        "mkdir z; $MODELTREE --generate-completion-script \(name) > script; cp script z/_modeltree"
      ).status == 0)
    let terminal = try PseudoTerminal(columns: 200)
    let place = program.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    try terminal.start(
      try #require(Self.path(of: name)), arguments: shell.words,
      environment: folder.environment([
        "PATH": "\(place):/usr/local/bin:/usr/bin:/bin", "MODELTREE_DIR": folder.path, "PS1": "% ",
        "SHELL": "/bin/sh",
      ]), directory: folder.path)
    try terminal.send("\(shell.setup)\n")
    try terminal.send("echo rea''dy\n")
    _ = try terminal.expect("ready")
    for (word, file) in Self.typed {
      try terminal.send("printf '<%s>' modeltree print x; modeltree print \(word)\t")
      try terminal.send("\u{1}\u{b}")
      try terminal.send("modeltree print \(word)\t\u{1}printf '<%s>' \u{5} end\n")
      _ = try terminal.expect("<modeltree><print><\(file)><end>")
    }
    let left = try folder.shell("ls").text
    #expect(!left.contains("\nRAN"), "\(left)")
  }
}
