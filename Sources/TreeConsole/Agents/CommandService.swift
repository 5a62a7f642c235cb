package import TextIO

/// Runs commands on a target for a program that shows their answers itself. They write no files, and read
/// those alone that the program was started with.
package struct CommandService {
  /// What a command answers.
  package struct Answer {
    /// The status that the command would exit with.
    package var status: ExitStatus
    /// What it wrote; empty where it failed before.
    package var bytes: [UInt8]
    /// What it would have written to standard error, without the name of the program; the last of them
    /// says why it failed.
    package var notes: [SafeText]
  }

  let target: any InspectionTarget
  let remembered: RememberedTrees
  /// The files and targets that commands may name, as the program was started with them.
  private let files: Set<String>

  init(target: any InspectionTarget, remembered: RememberedTrees, files: [String]) {
    self.target = target
    self.remembered = remembered
    self.files = Set(files)
  }

  /// Runs commands on a target, and remembers no trees of it yet.
  ///
  /// - Parameter files: The files and targets that commands may name.
  package init(target: any InspectionTarget, files: [String] = []) {
    self.init(target: target, remembered: RememberedTrees(), files: files)
  }

  /// Runs the words of a command, which are taken as they are.
  package func run(_ words: [String]) -> Answer {
    answer { context in
      guard let name = words.first, let command = PromptCommands.command(named: name) else {
        throw ConsoleError.unknown(.command(help: "help"), words.first ?? "", nearest: nil)
      }
      try Interpreter(context: context).run(command, name, Array(words.dropFirst()))
    }
  }

  /// Answers with what a function writes into a context of its own.
  func answer(_ body: (CommandContext) throws -> Void) -> Answer {
    let output = ConsoleOutput.keeping(
      program: ConsoleOutput.processName, files: files.union(remembered.names))
    let context = CommandContext(
      target: target, output: output, isRepl: true, remembered: remembered)
    var status = ExitStatus.done
    do {
      try body(context)
      if context.hasFindings { status = .found }
    } catch {
      status = .wrong
      output.note("\(error)")
    }
    let (answer, notes) = output.takeKept()
    return Answer(status: status, bytes: answer, notes: notes)
  }
}
