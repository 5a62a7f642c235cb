import CEditLine
import TextIO

/// Catches what the app prints while a console owns the terminal.
///
/// Standard output and standard error become a pipe. A thread empties it immediately, so that the app
/// never waits, and the editor shows it above the prompt. Only descriptors that lead to a
/// terminal are taken: what goes to a file still goes there. The price is that the app's
/// `isatty(1)` is false meanwhile.
package final class AppOutput: Sendable {
  /// The terminal itself, for the editor and the console; open as long as this object lives.
  package let terminal: Int32

  private let replaced: [(descriptor: Int32, original: Int32)]
  private let reader: Int32
  private let stopping: WakePipe
  private let state = Lock(State())

  private struct State {
    var queue: [UInt8] = []
    var droppedCount = 0
    var editor: WakePipe?
    var thread: BackgroundThread?
    var isStopped = false
  }

  /// What waits beyond this is dropped and counted: memory has an end, and the app must not wait.
  private static let queueLimit = 64 << 20

  /// Starts to catch; nil if none of the descriptors is a terminal or too many files are open.
  package static func start(replacing descriptors: [Int32] = [1, 2]) -> AppOutput? {
    let terminals = descriptors.filter { Descriptor.isTerminal($0) }
    guard let first = terminals.first, let terminal = Descriptor.copy(of: first) else { return nil }
    guard let pipe = Descriptor.makePipe() else {
      close(terminal)
      return nil
    }
    guard let stopping = WakePipe() else {
      for descriptor in [terminal, pipe.reader, pipe.writer] { close(descriptor) }
      return nil
    }
    // Lines that wait in the app's buffer belong before everything that is caught.
    flush()
    var replaced: [(descriptor: Int32, original: Int32)] = []
    for descriptor in terminals {
      guard let original = Descriptor.copy(of: descriptor) else { continue }
      dup2(pipe.writer, descriptor)
      replaced.append((descriptor, original))
    }
    close(pipe.writer)
    if terminals.contains(1) { ceditline_line_buffer_stdout() }
    let output = AppOutput(
      terminal: terminal, replaced: replaced, reader: pipe.reader, stopping: stopping)
    output.state.withLock { $0.thread = BackgroundThread { output.pump() } }
    atExit.stopLater(output)
    return output
  }

  private init(
    terminal: Int32, replaced: [(descriptor: Int32, original: Int32)], reader: Int32,
    stopping: WakePipe
  ) {
    self.terminal = terminal
    self.replaced = replaced
    self.reader = reader
    self.stopping = stopping
  }

  deinit { close(terminal) }

  /// Lets what the app has printed leave the buffer of standard output, whether or not that is caught.
  ///
  /// No other stream: flushing all of them waits for any reader, such as an app that is in
  /// `readLine()`.
  package static func flush() { ceditline_flush_stdout() }

  /// Shows what the app has printed so far; to be called before an answer is written.
  package func drain() {
    Self.flush()
    var bytes = state.withLock { state in
      if !state.isStopped { collect(&state) }
      return Self.take(&state, upTo: state.queue.endIndex)
    }
    guard let last = bytes.last else { return }
    if last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    show(bytes)
  }

  /// Gives the descriptors back and shows the rest. Calling it again does nothing.
  package func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    Self.flush()
    for (descriptor, original) in replaced {
      dup2(original, descriptor)
      close(original)
    }
    stopping.wake()
    state.withLock { $0.thread.take() }?.join()
    let rest = state.withLock { state in
      collect(&state)
      close(reader)
      state.editor = nil
      return Self.take(&state, upTo: state.queue.endIndex)
    }
    show(rest)
    Self.atExit.forget(self)
  }

  private func show(_ bytes: [UInt8]) {
    var sink = FileSink(descriptor: terminal)
    sink.write(bytes)
    sink.flush()
  }

  /// The thread: empties the pipe until it is stopped or every writer is gone.
  private func pump() {
    var waits = [
      pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.reader, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waits, nfds_t(waits.count), -1) >= 0 else {
        if ceditline_errno().pointee == EINTR { continue }
        return
      }
      if waits[1].revents != 0 { return }
      let isAtEnd = state.withLock { state in
        let before = state.queue.count
        collect(&state)
        let isUnchanged = state.queue.count == before
        if !isUnchanged { state.editor?.wake() }
        return isUnchanged && waits[0].revents & Int16(POLLHUP) != 0
      }
      if isAtEnd { return }
    }
  }

  /// Moves into the queue what is in the pipe. The limit is above any pipe's size, so everything
  /// written before the call arrives, and an app that never stops printing does not hold us.
  private func collect(_ state: inout State) {
    guard let bytes = Descriptor.bytes(of: reader, limit: 1 << 20) else { return }
    let accepted = bytes.prefix(max(0, Self.queueLimit - state.queue.count))
    state.queue += accepted
    state.droppedCount += bytes.count - accepted.count
  }

  private static func take(_ state: inout State, upTo end: Int) -> [UInt8] {
    var bytes = Array(state.queue[..<end])
    state.queue.removeFirst(end)
    if state.droppedCount > 0, state.queue.isEmpty {
      bytes += Array("\n[\(state.droppedCount) bytes of output were dropped]\n".utf8)
      state.droppedCount = 0
    }
    return bytes
  }
}

extension AppOutput {
  /// Lets an editor be woken when something arrives; nil to end that.
  func connect(_ editor: WakePipe?) {
    state.withLock { state in
      state.editor = editor
      if !state.queue.isEmpty { editor?.wake() }
    }
  }

  /// What waits, up to the last whole line, and whether the start of a line is left. Once catching
  /// has been stopped the rest is no longer the editor's: `stop` shows it after everything else.
  func takeLines() -> (lines: [UInt8], isRestLeft: Bool) {
    state.withLock { state in
      guard !state.isStopped else { return ([], false) }
      let end = state.queue.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let lines = Self.take(&state, upTo: end)
      return (lines, !state.queue.isEmpty)
    }
  }

  /// Everything that waits.
  func takeAll() -> [UInt8] {
    state.withLock { $0.isStopped ? [] : Self.take(&$0, upTo: $0.queue.endIndex) }
  }
}

extension AppOutput {
  /// Those that must be stopped when the app calls `exit`, or its last words would be lost.
  private final class AtExit: Sendable {
    private let outputs = Lock<[AppOutput]>([])

    init() {
      atexit { AppOutput.atExit.stopAll() }
    }

    func stopLater(_ output: AppOutput) { outputs.withLock { $0.append(output) } }

    func forget(_ output: AppOutput) { outputs.withLock { $0.removeAll { $0 === output } } }

    private func stopAll() {
      for output in outputs.withLock({ $0 }) { output.stop() }
    }
  }

  private static let atExit = AtExit()
}
