import CEditLine
package import TextIO

/// Reads lines from a terminal as it delivers them, without completion: without libedit, the
/// terminal's own keys for erasing have to do.
///
/// All calls, including the release, must be made on the thread that created it.
package class LineReader {
  /// The result of reading a line.
  package enum Line: Equatable, Sendable {
    case text(String)
    /// Ctrl-C: the typed text is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  let input: Int32
  let output: Int32
  let appOutput: AppOutput?
  let wake: WakePipe
  let historyFile: HistoryFile?
  var lastHistoryLine: String?
  var isHoldingInterrupts = false
  /// The first problem with the history, for the console to report once.
  package internal(set) var historyWarning: SafeText?
  /// Typed bytes after the last line.
  private var typed: [UInt8] = []

  /// A `LineEditor`, or without libedit a plain reader.
  ///
  /// - Parameters:
  ///   - program: The program's name in `.editrc`.
  ///   - input: The terminal's descriptor for reading; the caller keeps ownership.
  ///   - output: The terminal's descriptor for writing; the caller keeps ownership.
  ///   - historyFile: The file for the history; nil for this session only.
  ///   - appOutput: The app's output, to be shown above the prompt.
  ///   - complete: Called on the reader's thread when Tab is pressed, with libedit.
  /// - Returns: Nil if the system is out of descriptors or memory.
  package static func open(
    program: String, input: Int32, output: Int32, historyFile: String?,
    appOutput: AppOutput? = nil, complete: @escaping (CompletionRequest) -> Completion
  ) -> LineReader? {
    guard let library = EditLibrary.functions else {
      return LineReader(
        input: input, output: output, historyFile: historyFile, appOutput: appOutput)
    }
    return LineEditor(
      library, program: program, input: input, output: output, historyFile: historyFile,
      appOutput: appOutput, complete: complete)
  }

  init?(input: Int32, output: Int32, historyFile: String?, appOutput: AppOutput?) {
    guard let wake = WakePipe() else { return nil }
    self.input = input
    self.output = output
    self.appOutput = appOutput
    self.wake = wake
    self.historyFile = historyFile.map { HistoryFile(path: $0) }
    appOutput?.connect(wake)
  }

  deinit {
    if isHoldingInterrupts { TerminalSignals.releaseInterrupts() }
    appOutput?.connect(nil)
  }

  /// Shows the prompt and waits for a line.
  package func readLine(prompt: SafeText) -> Line {
    TerminalSignals.begin(wake: wake, terminal: input)
    defer { TerminalSignals.end() }
    guard !TerminalSignals.isExiting else { return .endOfInput }
    write(Array(prompt.string.utf8))
    while true {
      let notes = TerminalSignals.take()
      if notes.contains(.interrupted), !TerminalSignals.isExiting {
        typed = []
        write(Array("\n".utf8))
        return .interrupted
      }
      if notes.contains(.suspended) {
        TerminalSignals.suspend()
        write(Array(prompt.string.utf8))
      }
      if let lines = appOutput?.takeLines().lines, !lines.isEmpty {
        write(Array("\n".utf8) + lines + Array(prompt.string.utf8))
      }
      if let end = typed.firstIndex(of: UInt8(ascii: "\n")) { return .text(takeTyped(upTo: end)) }
      guard let bytes = waitForInput() else {
        return typed.isEmpty ? .endOfInput : .text(takeTyped(upTo: typed.endIndex))
      }
      typed += bytes
    }
  }

  /// Keeps a line for the up arrow.
  func remember(_ line: String) { lastHistoryLine = line }

  /// Waits for typed bytes, a signal, or output to show. Empty if it wasn't for the first; nil if the
  /// terminal is gone.
  func waitForInput(timeout: Int32 = -1) -> [UInt8]? {
    var waits = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waits, nfds_t(waits.count), timeout) >= 0 else {
      return ceditline_errno().pointee == EINTR ? [] : nil
    }
    if waits[1].revents != 0 { wake.clear() }
    // This may be a hang-up or an error: only reading tells which.
    guard waits[0].revents != 0 else { return [] }
    guard let bytes = Descriptor.chunk(of: input, limit: 1024) else {
      return ceditline_errno().pointee == EAGAIN ? [] : nil
    }
    return bytes.isEmpty ? nil : bytes
  }

  private func takeTyped(upTo end: Int) -> String {
    defer { typed.removeFirst(min(end + 1, typed.count)) }
    return String(decoding: typed[..<end], as: UTF8.self)
  }
}

extension LineReader {
  /// How long interrupted work may take to end before it is abandoned.
  private static let patience = Duration.milliseconds(40)

  /// Catches Ctrl-C for the life of the reader: it ends the line or the current work, never the
  /// process.
  package func holdInterrupts() {
    isHoldingInterrupts = true
    TerminalSignals.holdInterrupts()
  }

  /// Runs work on its own thread, and waits for its end.
  ///
  /// After Ctrl-C, it waits a little longer for the work to end by itself, and then abandons it.
  ///
  /// - Parameters:
  ///   - work: The work. If the system provides no thread, it runs on this one.
  ///   - interrupt: Called on this thread when Ctrl-C is pressed.
  ///   - mayLeave: Whether the work may be abandoned now.
  /// - Returns: false if the work was abandoned and still runs.
  package func perform(
    _ work: @escaping @Sendable () -> Void, interrupt: () -> Void, mayLeave: () -> Bool
  ) -> Bool {
    TerminalSignals.wakeOnInterrupt(wake)
    defer { TerminalSignals.wakeOnInterrupt(nil) }
    let isEnded = Lock(false)
    let thread = BackgroundThread { [wake] in
      work()
      isEnded.withLock { $0 = true }
      wake.wake()
    }
    guard let thread else {
      work()
      return true
    }
    var deadline: ContinuousClock.Instant?
    while !isEnded.withLock({ $0 }) {
      let notes = TerminalSignals.take()
      // Ctrl-Z arrived after the line had ended, while its handler was still installed.
      if notes.contains(.suspended) { raise(SIGTSTP) }
      if notes.contains(.interrupted) {
        interrupt()
        deadline = .now + Self.patience
      }
      if let deadline, deadline <= .now, mayLeave() {
        thread.detach()
        return false
      }
      var wait = pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, deadline == nil ? -1 : 10)
      wake.clear()
    }
    thread.join()
    return true
  }
}
