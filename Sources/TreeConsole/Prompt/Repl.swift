import LineEditing
import TextIO

/// A prompt on a tree, or a script of the same commands.
///
/// If standard input is a terminal, the prompt has editing, history, and completion. Otherwise, its
/// lines are a script that ends at the first error.
package struct Repl {
  private let target: any InspectionTarget
  private let program: String
  private let echoes: Bool
  private let isColored: Bool

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - target: The target to inspect.
  ///   - program: The program's name in notes and errors.
  ///   - echoes: Whether to show the lines of a script.
  ///   - isColored: Whether answers may be colored.
  package init(
    target: any InspectionTarget, program: String, echoes: Bool = false, isColored: Bool = true
  ) {
    self.target = target
    self.program = program
    self.echoes = echoes
    self.isColored = isColored
  }

  /// Runs the given commands, or otherwise those on standard input.
  package func run(commands: [String] = []) -> ExitStatus {
    if !commands.isEmpty { return run(commands, unit: commands.count == 1 ? nil : "command") }
    guard Descriptor.isTerminal(Descriptor.input), Descriptor.isTerminal(Descriptor.output) else {
      var lines = ByteLines(descriptor: Descriptor.input)
      let script = AnyIterator {
        lines.next().flatMap { line -> String? in
          if case .bytes(let line) = line { String(decoding: line, as: UTF8.self) } else { nil }
        }
      }
      return run(script, unit: "line")
    }
    // A live app prints while the prompt waits; its output appears above the line.
    let appOutput = target.kind == .live ? AppOutput.start() : nil
    defer { appOutput?.stop() }
    let prompt = Prompt(
      target: target, program: program, appOutput: appOutput, isColored: isColored)
    return prompt?.run() ?? .wrong
  }

  /// Runs lines up to the first that fails; the error begins with the line's unit and number.
  private func run(_ lines: some Sequence<String>, unit: SafeText?) -> ExitStatus {
    let output = ConsoleOutput(program: program, isColored: isColored)
    var view = View(target, output, session: PromptSession())
    view.prompt.settings.echoes = echoes
    view.keepJournal()
    for (index, line) in lines.enumerated() {
      do {
        try Interpreter.run(line, in: &view)
      } catch {
        let place: SafeText = unit.map { "\($0) \(index + 1): " } ?? ""
        output.note("\(place)\(error)")
        return .wrong
      }
      if view.prompt.isFinished { break }
      view.keepJournal()
    }
    return view.status
  }
}
