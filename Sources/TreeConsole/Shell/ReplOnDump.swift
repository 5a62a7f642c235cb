import ArgumentParser
import TreeSnapshot

/// Opens a prompt on a dump.
struct ReplOnDump: ParsableCommand, ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Open a prompt inside a dump; standard input may be a script.",
    discussion: """
      EXAMPLES:
        modeltree repl tree.json
        modeltree repl tree.json -c 'print --all' -c 'find [session]'
        modeltree repl tree.json < questions.txt
      """)

  @Argument(help: "The dump to look at; '-' is standard input.", completion: .file())
  var dump: String

  @Option(
    name: [.customShort("c")],
    help: ArgumentHelp("Run this command and leave; may be given again.", valueName: "command"))
  var commands: [String] = []

  @Flag(name: .customShort("x"), help: "Show each line of a script before it runs, behind '+'.")
  var echoes = false

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", commands.isEmpty {
      throw ConsoleError.missing(.commands)
    }
    let target = try FileTarget.open(dump)
    return Repl(target: target, program: output.program, echoes: echoes).run(commands: commands)
  }
}
