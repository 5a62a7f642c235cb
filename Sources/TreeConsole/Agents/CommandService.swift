import TextIO

/// Runs commands on a target for a program that shows their answers itself.
struct CommandService {
  /// What a command answers.
  struct Answer {
    var status: ExitStatus
    /// What it wrote; empty where it failed before.
    var bytes: [UInt8]
    /// What it would have written to standard error, without the name of the program; the last of them
    /// says why it failed.
    var notes: [SafeText]
  }

  let target: any InspectionTarget
  let remembered: RememberedTrees

  /// Runs the words of a command, which are taken as they are.
  func run(_ words: [String]) -> Answer {
    let output = ConsoleOutput.keeping(program: ConsoleOutput.processName)
    let context = CommandContext(
      target: target, output: output, isRepl: true, remembered: remembered)
    var status = ExitStatus.done
    do {
      guard let name = words.first, let command = PromptCommands.command(named: name) else {
        throw ConsoleError.unknown(.command(help: "help"), words.first ?? "", nearest: nil)
      }
      try Interpreter(context: context).run(command, name, Array(words.dropFirst()))
      if context.hasFindings { status = .found }
    } catch {
      status = .wrong
      output.note("\(error)")
    }
    let (answer, notes) = output.takeKept()
    return Answer(status: status, bytes: answer, notes: notes)
  }
}
