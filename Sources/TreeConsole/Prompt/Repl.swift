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

  package init(target: any InspectionTarget, program: String) {
    self.target = target
    self.program = program
  }

  /// Runs the commands that are given, else what standard input holds.
  package func run(commands: [String] = []) -> ExitStatus {
    if !commands.isEmpty { return run(commands, unit: commands.count == 1 ? nil : "command") }
    return Descriptor.isTerminal(Descriptor.input) && Descriptor.isTerminal(Descriptor.output)
      ? runPrompt() : run(LineReader(descriptor: Descriptor.input), unit: "line")
  }

  private func context(_ output: ConsoleOutput) -> CommandContext {
    CommandContext(target: target, output: output, isRepl: true)
  }

  /// Runs lines up to the first that fails, whose error begins with the unit and its number.
  private func run(_ lines: some Sequence<String>, unit: SafeText?) -> ExitStatus {
    let output = ConsoleOutput(program: program)
    let context = context(output)
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

// The prompt.
extension Repl {
  private func runPrompt() -> ExitStatus {
    // A live app prints while the prompt waits; what it prints is shown above the line.
    let appOutput = target.kind == .live ? AppOutput.start() : nil
    defer { appOutput?.stop() }
    let terminal = appOutput?.terminal ?? Descriptor.output
    let output = ConsoleOutput(program: program, answers: terminal, notes: terminal)
    output.beforeWriting = { appOutput?.drain() }
    let context = context(output)
    let interpreter = Interpreter(context: context)
    let completer = Completer(
      source: CompletionSource(target: context.target, remembered: context.remembered))
    let editor = LineEditor(
      program: "modeltree", input: Descriptor.input, output: terminal,
      historyFile: HistoryFile.defaultPath(program: "modeltree"), appOutput: appOutput,
      complete: completer.complete)
    guard let editor else {
      output.note("no line editor: the system has no descriptors left; type a script into a pipe")
      return .wrong
    }
    greet(output)
    // Reading the history fails at the start, keeping a line of it later.
    var isWarned = false
    func warnOfHistory() {
      guard !isWarned, let warning = editor.historyWarning else { return }
      isWarned = true
      output.note(warning)
    }
    warnOfHistory()

    while !context.isFinished {
      switch editor.readLine(prompt: prompt(context)) {
      case .interrupted:
        continue
      case .endOfInput:
        context.isFinished = true
        output.write("\n")
      case .text(let line):
        editor.addToHistory(line)
        warnOfHistory()
        do {
          try interpreter.run(line)
        } catch {
          output.note("\(error)")
        }
      }
      try? output.flush()
    }
    return .done
  }

  private func greet(_ output: ConsoleOutput) {
    guard let state = try? target.state() else { return }
    let count = counted(state.snapshot.count, "model")
    output.write(
      line: """
        \(target.name): \(target.kind.name), \(count). Try 'print --all' or 'help'; Ctrl-D leaves.
        """)
    try? output.flush()
  }

  /// `ExamMaster> `, and with a current model `ExamMaster ExamOptionsPickerModel> `.
  private func prompt(_ context: CommandContext) -> SafeText {
    var prompt = SafeText(context.target.name)
    if let here = context.hereName { prompt += " \(here)" }
    return prompt + "> "
  }
}
