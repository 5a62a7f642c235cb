import CEditLine
package import TextIO

/// Reads lines from a terminal with editing, history, and completion.
///
/// Owns libedit's handles. All calls, including the release, must be made on the thread that
/// created it.
package final class LineEditor {
  /// The result of reading a line.
  package enum Line: Equatable, Sendable {
    case text(String)
    /// Ctrl-C: the typed text is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  let handle: OpaquePointer
  let history: OpaquePointer
  let input: Int32
  let output: Int32
  let appOutput: AppOutput?
  let wake: WakePipe
  let complete: (CompletionRequest) -> Completion
  let isUTF8: Bool
  let historyFile: HistoryFile?
  private let files: [ceditline_stream]

  /// The prompt as drawn: in ASCII if the locale supports nothing else.
  var prompt: [Unicode.Scalar] = []
  /// The text that libedit draws, in memory that doesn't move, because libedit keeps the address
  /// for a while.
  var promptText = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: 0)
  var decoder = InputDecoder()
  /// The interruption or the end that aborted the current line.
  var ending: Line?
  var restDeadline: ContinuousClock.Instant?
  var lastHistoryLine: String?
  var isHoldingInterrupts = false
  /// The first problem with the history, for the console to report once.
  package internal(set) var historyWarning: SafeText?

  /// - Parameters:
  ///   - program: The program's name in `.editrc`.
  ///   - input: The terminal's descriptor for reading; the caller keeps ownership.
  ///   - output: The terminal's descriptor for writing; the caller keeps ownership.
  ///   - historyFile: The file for the history; nil for this session only.
  ///   - appOutput: The app's output, to be shown above the prompt.
  ///   - complete: Called on the editor's thread when Tab is pressed.
  /// - Returns: Nil if the system is out of descriptors or memory.
  package init?(
    program: String, input: Int32, output: Int32, historyFile: String?,
    appOutput: AppOutput? = nil, complete: @escaping (CompletionRequest) -> Completion
  ) {
    // Before libedit starts, or typed UTF-8 is lost. Only the character type: LC_ALL would change
    // how the app reads and writes numbers.
    setlocale(LC_CTYPE, "")
    guard let wake = WakePipe(), let files = Self.open(input: input, output: output) else {
      return nil
    }
    guard let handle = el_init(program, files[0], files[1], files[1]),
      let history = history_winit()
    else {
      for file in files { fclose(file) }
      return nil
    }
    self.handle = handle
    self.history = history
    self.files = files
    self.input = input
    self.output = output
    self.appOutput = appOutput
    self.wake = wake
    self.complete = complete
    self.historyFile = historyFile.map { HistoryFile(path: $0) }
    isUTF8 = ceditline_locale_is_utf8() != 0
    ceditline_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    ceditline_set_prompt(handle) { LineEditor.owner(of: $0)?.promptText.baseAddress }
    ceditline_set_reader(handle) { LineEditor.owner(of: $0)?.readCharacter(into: $1) ?? -1 }
    bindKeys()
    startHistory()
    appOutput?.connect(wake)
  }

  deinit {
    if isHoldingInterrupts { TerminalSignals.releaseInterrupts() }
    appOutput?.connect(nil)
    el_end(handle)
    history_wend(history)
    for file in files { fclose(file) }
    promptText.deallocate()
  }

  /// Shows the prompt and waits for a line.
  package func readLine(prompt text: SafeText) -> Line {
    setPrompt(text)
    TerminalSignals.begin(wake: wake, terminal: input)
    defer { TerminalSignals.end() }
    guard !TerminalSignals.isExiting else { return .endOfInput }
    ending = nil
    restDeadline = nil
    // Before the prompt is drawn: a key pressed as soon as it appears must find raw mode.
    ceditline_set_raw(handle, 1)
    defer { ceditline_set_raw(handle, 0) }
    var count: Int32 = 0
    let characters = el_wgets(handle, &count)
    // libedit returns the same result for an interruption during a search and for the end of input.
    if let ending { return ending }
    guard let characters, count > 0 else { return .endOfInput }
    var line = WideText.text(UnsafeBufferPointer(start: characters, count: Int(count)))
    if line.last?.isNewline == true { line.removeLast() }
    return .text(line)
  }

  static func owner(of handle: OpaquePointer?) -> LineEditor? {
    guard let handle, let owner = ceditline_owner(handle) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
  }

  private func setPrompt(_ text: SafeText) {
    prompt = text.string.unicodeScalars.map { isUTF8 || $0.isASCII ? $0 : "?" }
    promptText.deallocate()
    let characters = WideText.terminated(prompt)
    promptText = .allocate(capacity: characters.count)
    _ = promptText.initialize(from: characters)
  }

  /// libedit requires streams; they are opened on copies, so that closing them affects nothing
  /// else.
  private static func open(input: Int32, output: Int32) -> [ceditline_stream]? {
    var files: [ceditline_stream] = []
    for (descriptor, mode) in [(input, "r"), (output, "w")] {
      guard let copy = Descriptor.copy(of: descriptor) else { break }
      guard let file = fdopen(copy, mode) else {
        close(copy)
        break
      }
      files.append(file)
    }
    if files.count == 2 { return files }
    for file in files { fclose(file) }
    return nil
  }
}
