import ArgumentParser
import TreeSnapshot

/// Opens a prompt on a dump or a running app.
struct ReplOnDump: ParsableCommand, ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Open a prompt inside a dump or a running app; standard input may be a script.",
    discussion: """
      EXAMPLES:
        modeltree repl tree.json
        modeltree repl @ExamMaster
        modeltree repl tree.json -c 'print --all' -c 'find [session]'
        modeltree repl tree.json < questions.txt
      """)

  @Argument(
    help: "The dump to look at, '-' for standard input, or a running app: @NAME, @PID.",
    completion: TargetWord.completion)
  var dump: String

  @Option(
    name: [.customShort("c")],
    help: ArgumentHelp("Run this command and leave; may be given again.", valueName: "command"))
  var commands: [String] = []

  @Flag(name: .customShort("x"), help: "Show each line of a script before it runs, behind '+'.")
  var echoes = false

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", commands.isEmpty {
      throw ConsoleError.missing(.commands)
    }
    let target = try TargetWord(dump).open(noting: output)
    return Repl(target: target, program: output.program, echoes: echoes, isColored: !noColor)
      .run(commands: commands)
  }
}
