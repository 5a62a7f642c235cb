import LineEditing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A prompt inside a tree, or a script of the same commands.
///
/// Where standard input is a terminal there is a prompt with editing, history and completion. Where
/// it is not, its lines are a script that ends at the first error.
package struct Repl {
  private let target: any InspectionTarget
  private let program: String
  private let echoes: Bool
  private let isColored: Bool

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - target: What it looks at.
  ///   - program: The name that begins its notes and errors.
  ///   - echoes: Whether the lines of a script are shown.
  ///   - isColored: Whether answers may be colored.
  package init(
    target: any InspectionTarget, program: String, echoes: Bool = false, isColored: Bool = true
  ) {
    self.target = target
    self.program = program
    self.echoes = echoes
    self.isColored = isColored
  }

  /// Runs the commands that are given, else what standard input holds.
  package func run(commands: [String] = []) -> ExitStatus {
    if !commands.isEmpty { return run(commands, unit: commands.count == 1 ? nil : "command") }
    guard Descriptor.isTerminal(Descriptor.input), Descriptor.isTerminal(Descriptor.output) else {
      return run(LineReader(descriptor: Descriptor.input), unit: "line")
    }
    // A live app prints while the prompt waits; what it prints is shown above the line.
    let appOutput = target.kind == .live ? AppOutput.start() : nil
    defer { appOutput?.stop() }
    let prompt = Prompt(
      target: target, program: program, appOutput: appOutput, isColored: isColored)
    return prompt?.run() ?? .wrong
  }

  /// Runs lines up to the first that fails, whose error begins with the unit and its number.
  private func run(_ lines: some Sequence<String>, unit: SafeText?) -> ExitStatus {
    let output = ConsoleOutput(program: program, isColorOff: !isColored)
    let context = CommandContext(target: target, output: output, isRepl: true)
    context.session.settings.echoes = echoes
    let interpreter = Interpreter(context: context)
    for (index, line) in lines.enumerated() {
      do {
        try interpreter.run(line)
      } catch {
        let place: SafeText = unit.map { "\($0) \(index + 1): " } ?? ""
        output.note("\(place)\(error)")
        return .wrong
      }
      if context.isFinished { break }
    }
    return context.hasFindings ? .found : .done
  }
}
