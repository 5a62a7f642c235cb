import LineEditing
import TextIO
import TreeSnapshot

/// The prompt of a terminal: reads lines, and runs each on a thread of its own, which Ctrl-C stops.
final class Prompt {
  private let output: ConsoleOutput
  private let editor: LineEditor
  private var context: CommandContext { present.context }
  private let present: Present
  private let terminal: Int32
  private var isWarnedOfHistory = false

  /// What the last command left behind, which the next and the completion begin with.
  private final class Present {
    var context: CommandContext
    init(_ context: CommandContext) { self.context = context }
  }

  /// Nil, with a note, where there is no line editor.
  init?(
    target: any InspectionTarget, program: String, appOutput: AppOutput?, isColored: Bool
  ) {
    terminal = appOutput?.terminal ?? Descriptor.output
    output = ConsoleOutput(program: program, answers: terminal, notes: terminal)
    output.beforeWriting = { appOutput?.drain() }
    let present = Present(CommandContext(target: target, output: output, isRepl: true))
    self.present = present
    present.context.session.settings.isColored = isColored
    let editor = LineEditor(
      program: "modeltree", input: Descriptor.input, output: terminal,
      historyFile: HistoryFile.defaultPath(program: "modeltree"), appOutput: appOutput
    ) { request in
      let context = present.context
      let source = CompletionSource(
        target: WhatIfTarget(copying: context.target, attendedBy: .completion),
        remembered: context.remembered, session: context.session)
      return Completer(source: source).complete(request)
    }
    guard let editor else {
      output.note("no line editor: the system has no descriptors left; type a script into a pipe")
      return nil
    }
    self.editor = editor
  }

  func run() -> ExitStatus {
    editor.holdInterrupts()
    perform { try $0.greet() }
    warnOfHistory()
    if let file = Self.startFile, FileNames.exists(file) {
      perform { try Interpreter(context: $0).runTyped("source \(ShellWords.quote(file))") }
    }
    while !context.isFinished {
      let prompt = prompt
      switch editor.readLine(prompt: prompt) {
      case .interrupted:
        continue
      case .endOfInput:
        context.isFinished = true
        output.write("\n")
      case .text(let line):
        editor.addToHistory(line)
        warnOfHistory()
        output.record(Array("\(prompt)\(SafeText(line))\n".utf8))
        perform { try Interpreter(context: $0).runTyped(line) }
      }
      try? output.flush()
    }
    return .done
  }

  /// Commands that each prompt begins with: `$XDG_CONFIG_HOME/modeltree/prompt`, else
  /// `~/.config/modeltree/prompt`; nil without a home.
  private static var startFile: String? {
    // The XDG specification ignores a path that is not absolute.
    if let folder = Environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return "\(folder)/modeltree/prompt"
    }
    guard let home = Environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.config/modeltree/prompt"
  }

  /// Runs work on a thread of its own, and goes on with what it left behind. Where Ctrl-C stops it,
  /// everything is as before.
  private func perform(_ work: @escaping (CommandContext) throws -> Void) {
    let run = CommandRun()
    let job = Job(context: context.forked(for: run, to: output), work)
    let isOver = editor.perform(
      job.run, interrupt: run.interruption.request, mayLeave: run.leave)
    guard isOver else {
      showInterruption()
      if context.target.kind.isLive { output.note("the app goes on with what it was asked for") }
      return
    }
    if !(job.error is Interrupted) { present.context = job.context }
    output.log = job.context.output.log
    if let error = job.error {
      if error is Interrupted { showInterruption() } else { output.note("\(error)") }
    }
  }

  /// A command, and what came of it.
  ///
  /// `@unchecked Sendable`: the prompt's thread leaves it alone until its own thread has ended, and
  /// for ever where it does not wait for that.
  private final class Job: @unchecked Sendable {
    let context: CommandContext
    private let work: (CommandContext) throws -> Void
    private(set) var error: (any Error)?

    init(context: CommandContext, _ work: @escaping (CommandContext) throws -> Void) {
      self.context = context
      self.work = work
    }

    func run() {
      do {
        try work(context)
      } catch {
        self.error = error
      }
      context.nameHere()
    }
  }

  /// In place of the `^C` that the terminal may have shown anywhere in a line.
  private func showInterruption() {
    let isDumb = Environment["TERM", default: "dumb"] == "dumb"
    output.write(isDumb ? "\n" : "\r\u{1b}[K^C\n")
    try? output.flush()
  }

  /// Reading the history fails at the start, keeping a line of it later.
  private func warnOfHistory() {
    guard !isWarnedOfHistory, let warning = editor.historyWarning else { return }
    isWarnedOfHistory = true
    output.note(warning)
  }

  /// `ExamMaster> `, and with a current model `ExamMaster ExamOptionsPickerModel> `.
  private var prompt: SafeText {
    var prompt = SafeText(context.target.name)
    if let here = context.session.hereName { prompt += " \(here)" }
    return prompt + "> "
  }
}
