import LineEditing
import TextIO

/// The prompt of a terminal: reads lines, and runs each on its own thread, which Ctrl-C stops.
final class Prompt {
  private let output: ConsoleOutput
  private let editor: LineEditor
  /// The view after the last command, for the next command and for completion.
  private let present: Present
  private var isWarnedOfHistory = false

  private final class Present {
    var view: View

    init(_ view: View) { self.view = view }
  }

  /// Nil, after a note, if there is no line editor.
  init?(
    target: any InspectionTarget, program: String, appOutput: AppOutput?, isColored: Bool
  ) {
    let terminal = appOutput?.terminal ?? Descriptor.output
    output = ConsoleOutput(
      program: program, answers: terminal, notes: terminal, isColored: isColored)
    output.beforeWriting = { appOutput?.drain() }
    let present = Present(View(target, output, for: .session(PromptSession())))
    self.present = present
    let editor = LineEditor(
      program: "modeltree", input: Descriptor.input, output: terminal,
      historyFile: HistoryFile.defaultPath(program: "modeltree"), appOutput: appOutput
    ) { line in
      var view = present.view
      view.target = view.target.attended(by: .completion)
      return Completer(view: view).complete(line)
    }
    guard let editor else {
      output.note("no line editor: the system has no descriptors left; type a script into a pipe")
      return nil
    }
    self.editor = editor
  }

  func run() -> ExitStatus {
    perform { try $0.show($0.greeting()) }
    warnOfHistory()
    while !present.view.prompt.isFinished {
      switch editor.readLine(prompt: prompt) {
      case .interrupted:
        continue
      case .endOfInput:
        present.view.prompt.isFinished = true
        output.write("\n")
      case .text(let line):
        editor.addToHistory(line)
        warnOfHistory()
        perform { try Interpreter.run(line, in: &$0) }
      }
    }
    return .done
  }

  /// Runs work on its own thread, and continues with the resulting view. If Ctrl-C stops the work,
  /// the view doesn't change.
  private func perform(_ work: @escaping (inout View) throws -> Void) {
    let run = CommandRun()
    let job = Job(view: present.view.forked(for: run, from: output), work)
    let isOver = editor.perform(
      job.run, interrupt: run.interruption.request, leave: run.leave)
    guard isOver else {
      editor.showInterruption()
      if present.view.kind.isLive { output.note("the app continues what it was asked for") }
      return
    }
    if !(job.error is Interrupted) { present.view = job.view }
    if let error = job.error, !(error is Interrupted) { output.noteError("\(error)") }
    // Also if it came too late to stop anything.
    if run.interruption.isRequested { editor.showInterruption() }
  }

  /// A command and its result.
  ///
  /// `@unchecked Sendable`: the prompt's thread doesn't access it until the command's thread has
  /// ended, or ever if it doesn't wait for that.
  private final class Job: @unchecked Sendable {
    private(set) var view: View
    private let work: (inout View) throws -> Void
    private(set) var error: (any Error)?

    init(view: View, _ work: @escaping (inout View) throws -> Void) {
      self.view = view
      self.work = work
    }

    func run() {
      do {
        try work(&view)
      } catch {
        self.error = error
      }
      view.nameHere()
      view.keepJournal()
    }
  }

  /// The history can fail to be read at the start, and to be written later.
  private func warnOfHistory() {
    guard !isWarnedOfHistory, let warning = editor.historyWarning else { return }
    isWarnedOfHistory = true
    output.note(warning)
  }

  /// `ExamMaster> `, or with a current model `ExamMaster ExamOptionsPickerModel> `.
  private var prompt: SafeText {
    var prompt = SafeText(present.view.name)
    if let here = present.view.prompt.hereName { prompt += " \(here)" }
    return prompt + "> "
  }
}

/// A prompt on a tree, or a script of the same commands.
///
/// If standard input is a terminal, the prompt has editing, history, and completion. Otherwise, its
/// lines are a script that ends at the first error.
package struct Repl {
  private let target: any InspectionTarget
  private let program: String
  private let isColored: Bool

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - target: The target to inspect.
  ///   - program: The program's name in notes and errors.
  ///   - isColored: Whether answers may be colored.
  package init(
    target: any InspectionTarget, program: String, isColored: Bool = true
  ) {
    self.target = target
    self.program = program
    self.isColored = isColored
  }

  /// Runs the given commands, or otherwise those on standard input.
  package func run(commands: [String] = []) -> ExitStatus {
    if !commands.isEmpty { return run(commands, unit: commands.count == 1 ? nil : "command") }
    let isPrompt =
      Descriptor.isTerminal(Descriptor.input) && Descriptor.isTerminal(Descriptor.output)
    guard isPrompt, LineEditor.isAvailable else {
      if isPrompt {
        ConsoleOutput(program: program).note(
          """
          note: libedit isn't installed, so these lines are a script, which ends at the first error; on \
          Debian, install libedit2
          """)
      }
      let lines = ByteLines(descriptor: Descriptor.input).lazy.map { line in
        if case .bytes(let line) = line { String(decoding: line, as: UTF8.self) } else { "" }
      }
      return run(lines, unit: "line")
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
    var view = View(target, output, for: .session(PromptSession()))
    view.noteFaults()
    view.keepJournal()
    for (index, line) in lines.enumerated() {
      do {
        try Interpreter.run(ShellWords.line(line, isFirst: index == 0), in: &view)
      } catch {
        let place: SafeText = unit.map { "\($0) \(index + 1): " } ?? ""
        output.noteError("\(place)\(error)")
        return .wrong
      }
      if view.prompt.isFinished { break }
      view.keepJournal()
    }
    return view.status
  }
}
