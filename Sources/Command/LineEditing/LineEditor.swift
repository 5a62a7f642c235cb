import CEditLine
package import TextIO

/// Reads lines from a terminal with editing, history, and completion.
///
/// Owns libedit's handles. All calls, including the release, must be made on the thread that created it.
package final class LineEditor {
  /// The result of reading a line.
  package enum Line: Equatable, Sendable {
    case text(String)
    /// Ctrl-C: the typed text is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// Whether the system has libedit.
  package static var isAvailable: Bool { EditLibrary.functions != nil }

  let library: ceditline_library
  let handle: OpaquePointer
  private let history: OpaquePointer
  let complete: (String) -> Completion
  private let isUTF8: Bool
  private let files: [ceditline_stream]
  let input: Int32
  let output: Int32
  let appOutput: AppOutput?
  let wake: WakePipe
  let historyFile: HistoryFile?
  var lastHistoryLine: String?
  /// The first problem with the history, for the console to report once.
  package internal(set) var historyWarning: SafeText?

  /// The prompt as drawn: in ASCII if the locale supports nothing else.
  var prompt: [Unicode.Scalar] = []
  /// The text that libedit draws, in memory that doesn't move, because libedit keeps the address
  /// for a while.
  private var promptText = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: 0)
  var decoder = InputDecoder()
  /// The interruption or the end that aborted the current line.
  var ending: Line?

  /// Creates an editor, and catches Ctrl-C for its life: it ends the line or the current work, never the
  /// process.
  ///
  /// - Parameters:
  ///   - program: The program's name in `.editrc`.
  ///   - input: The terminal's descriptor for reading; the caller keeps ownership.
  ///   - output: The terminal's descriptor for writing; the caller keeps ownership.
  ///   - historyFile: The file for the history; nil for this session only.
  ///   - appOutput: The app's output, to be shown above the prompt.
  ///   - complete: Called on the editor's thread when Tab is pressed, with the line before the cursor.
  /// - Returns: Nil without libedit, or if the system is out of descriptors or memory.
  package init?(
    program: String, input: Int32, output: Int32, historyFile: String?,
    appOutput: AppOutput? = nil, complete: @escaping (String) -> Completion
  ) {
    // Before libedit starts, or typed UTF-8 is lost. Only the character type: LC_ALL would change
    // how the app reads and writes numbers.
    setlocale(LC_CTYPE, "")
    guard let library = EditLibrary.functions, let wake = WakePipe(),
      let files = Self.open(input: input, output: output)
    else { return nil }
    guard let handle = library.el_init(program, files[0], files[1], files[1]),
      let history = library.history_winit()
    else {
      for file in files { fclose(file) }
      return nil
    }
    self.library = library
    self.handle = handle
    self.history = history
    self.files = files
    self.complete = complete
    self.input = input
    self.output = output
    self.appOutput = appOutput
    self.wake = wake
    self.historyFile = historyFile.map { HistoryFile(path: $0) }
    isUTF8 = ceditline_locale_is_utf8() != 0
    appOutput?.connect(wake)
    ceditline_set_owner(library, handle, Unmanaged.passUnretained(self).toOpaque())
    ceditline_set_prompt(library, handle) { LineEditor.owner(of: $0)?.promptText.baseAddress }
    ceditline_set_reader(library, handle) {
      LineEditor.owner(of: $0)?.readCharacter(into: $1) ?? -1
    }
    // Linux sends the signal of Ctrl-C before it empties the terminal's queues, and what is written
    // meanwhile, such as the prompt, would be lost. What was typed is discarded here.
    for modes in ["-d", "-x"] { ceditline_set_mode(library, handle, modes, "+noflsh") }
    bindKeys()
    ceditline_history_limit(library, history, Int32(HistoryFile.limit))
    ceditline_use_history(library, handle, history)
    startHistory()
    TerminalSignals.holdInterrupts()
  }

  deinit {
    TerminalSignals.releaseInterrupts()
    appOutput?.connect(nil)
    library.el_end(handle)
    library.history_wend(history)
    for file in files { fclose(file) }
    promptText.deallocate()
  }

  /// Shows the prompt and waits for a line.
  package func readLine(prompt text: SafeText) -> Line {
    setPrompt(text)
    let isInterrupted = TerminalSignals.begin(wake: wake, terminal: input)
    defer { TerminalSignals.end() }
    guard !TerminalSignals.isExiting else { return .endOfInput }
    if isInterrupted {
      discardInput()
      showInterruption()
    }
    ending = nil
    // Before the prompt is drawn: a key pressed as soon as it appears must find raw mode.
    ceditline_set_raw(library, handle, 1)
    defer { ceditline_set_raw(library, handle, 0) }
    var count: Int32 = 0
    let characters = library.el_wgets(handle, &count)
    // libedit returns the same result for an interruption during a search and for the end of input.
    if let ending { return ending }
    guard let characters, count > 0 else { return .endOfInput }
    var line = WideText.text(UnsafeBufferPointer(start: characters, count: Int(count)))
    if line.last?.isNewline == true { line.removeLast() }
    return .text(line)
  }

  /// Discards what was typed before Ctrl-C.
  func discardInput() {
    decoder.removeAll()
    tcflush(input, TCIFLUSH)
  }

  /// Keeps a line for the up arrow.
  func remember(_ line: String) {
    lastHistoryLine = line
    ceditline_history_add(library, history, WideText.terminated(line.unicodeScalars))
  }

  static func owner(of handle: OpaquePointer?) -> LineEditor? {
    guard let library = EditLibrary.functions, let handle,
      let owner = ceditline_owner(library, handle)
    else { return nil }
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
    let ends: [(descriptor: Int32, mode: String)] = [(input, "r"), (output, "w")]
    let files = ends.compactMap { end in
      Descriptor.copy(of: end.descriptor).flatMap { fdopen($0, end.mode) }
    }
    if files.count == 2 { return files }
    for file in files { fclose(file) }
    return nil
  }
}

extension LineEditor {
  /// Binds Emacs keys, then applies the user's `.editrc`, then binds Tab, which `.editrc` resets if
  /// it chooses vi keys.
  func bindKeys() {
    let command = "modeltree-complete"
    ceditline_use_emacs_keys(library, handle)
    ceditline_add_command(library, handle, command, "Complete the word before the cursor") {
      handle, _ in
      LineEditor.owner(of: handle)?.completeWord() ?? UInt8(CEDITLINE_CC_ERROR)
    }
    // As in other shells; libedit's own bindings differ or are missing.
    ceditline_bind(library, handle, "^R", "em-inc-search-prev")
    ceditline_bind(library, handle, "^W", "ed-delete-prev-word")
    ceditline_bind(library, handle, "\\e[1;5C", "em-next-word")
    ceditline_bind(library, handle, "\\e[1;5D", "ed-prev-word")
    ceditline_bind(library, handle, "\\e[3~", "ed-delete-next-char")
    if !isUTF8 {
      // Otherwise, é would be read as Meta-i. It is drawn as an escape, but it arrives.
      for code in 0x80...0xff {
        ceditline_bind(library, handle, "\\\(String(code, radix: 8))", "ed-insert")
      }
    }
    _ = library.el_source(handle, nil)
    ceditline_bind(library, handle, "^I", command)
  }

  /// Tab.
  private func completeWord() -> UInt8 {
    let before = EditedLine(handle, of: library).beforeCursor
    let completion = complete(before)
    switch completion.action(before: before) {
    case .nothing:
      return UInt8(CEDITLINE_CC_REFRESH_BEEP)
    case .replace(let count, let text):
      if count > 0 { library.el_deletestr(handle, Int32(count)) }
      let characters = WideText.terminated(text.unicodeScalars)
      guard text.isEmpty || library.el_winsertstr(handle, characters) == 0 else {
        return UInt8(CEDITLINE_CC_REFRESH_BEEP)
      }
      return UInt8(CEDITLINE_CC_REFRESH)
    case .list:
      moveBelowLine()
      for row in CandidateList.lines(completion.candidates, columns: screenSize.columns) {
        write("\(row.string)\n".utf8)
      }
      ceditline_redraw(library, handle)
      return UInt8(CEDITLINE_CC_NORM)
    }
  }
}

/// libedit, if the system has it.
enum EditLibrary {
  /// Its functions, looked for when the first line is read; nil without it.
  static let functions = open(names)

  /// The library's file: on Debian, on other Linux systems, on macOS.
  private static let names = ["libedit.so.2", "libedit.so.0", "libedit.so", "libedit.3.dylib"]

  /// The functions of the first of these libraries that is there.
  static func open(_ names: [String]) -> ceditline_library? {
    var functions = ceditline_library()
    return names.contains { ceditline_open($0, &functions) != 0 } ? functions : nil
  }
}
