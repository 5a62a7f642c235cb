import CEditLine
import TextIO

/// Captures the app's output while a console uses the terminal.
///
/// Standard output and standard error become a pipe. A thread empties it continuously, so that the
/// app never waits, and the editor shows the output above the prompt. Only descriptors that lead to
/// a terminal are replaced, so output to a file still goes there. Meanwhile, the app's `isatty(1)`
/// is false.
package final class AppOutput: Sendable {
  /// The terminal itself, for the editor and the console; open for the life of this object.
  package let terminal: Int32

  private let replaced: [(descriptor: Int32, original: Int32)]
  private let reader: Int32
  private let stopping: WakePipe
  private let state = Lock(State())

  private struct State {
    var queue: [UInt8] = []
    var editor: WakePipe?
    var thread: BackgroundThread?
    var isStopped = false

    /// The queued output up to an index.
    mutating func take(upTo end: Int) -> [UInt8] {
      defer { queue.removeFirst(end) }
      return Array(queue[..<end])
    }
  }

  /// Starts capturing; nil if none of the descriptors is a terminal or too many files are open.
  package static func start(replacing descriptors: [Int32] = [1, 2]) -> AppOutput? {
    let terminals = descriptors.filter { Descriptor.isTerminal($0) }
    guard let first = terminals.first, let stopping = WakePipe(), let pipe = Descriptor.makePipe()
    else { return nil }
    guard let terminal = Descriptor.copy(of: first) else {
      for descriptor in [pipe.reader, pipe.writer] { close(descriptor) }
      return nil
    }
    // Buffered lines of the app come before all captured ones.
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
    _ = stopAtExit
    running.withLock { $0.append(output) }
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

  /// Flushes the app's standard output, captured or not.
  ///
  /// Only this stream: flushing all of them would block on a reader, such as an app in
  /// `readLine()`.
  package static func flush() { ceditline_flush_stdout() }

  /// Shows the app's output so far; call this before writing an answer.
  package func drain() {
    Self.flush()
    var bytes = state.withLock { state in
      if !state.isStopped { collect(&state) }
      return state.take(upTo: state.queue.endIndex)
    }
    guard let last = bytes.last else { return }
    if last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    show(bytes)
  }

  /// Restores the descriptors and shows the remaining output. Further calls have no effect.
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
      return state.take(upTo: state.queue.endIndex)
    }
    show(rest)
    Self.running.withLock { $0.removeAll { $0 === self } }
  }

  private func show(_ bytes: [UInt8]) { Descriptor.writeAll(bytes, to: terminal) }

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

  /// Moves the pipe's contents into the queue. The limit is above any pipe's size, so everything
  /// written before the call arrives, and an app that prints without pause doesn't block this.
  private func collect(_ state: inout State) {
    state.queue += Descriptor.bytes(of: reader, limit: 1 << 20) ?? []
  }
}

extension AppOutput {
  /// Connects an editor to wake when output arrives; nil disconnects it.
  func connect(_ editor: WakePipe?) {
    state.withLock { state in
      state.editor = editor
      if !state.queue.isEmpty { editor?.wake() }
    }
  }

  /// The queued output up to the last complete line; `drain` and `stop` show the rest. After the end of
  /// capturing, none of it belongs to the editor.
  func takeLines() -> [UInt8] {
    state.withLock { state in
      let end = state.queue.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return state.isStopped ? [] : state.take(upTo: end)
    }
  }

  /// The objects to stop when the app calls `exit`, so that its last output isn't lost.
  private static let running = Lock<[AppOutput]>([])

  private static let stopAtExit: Void = {
    atexit { for output in AppOutput.running.withLock({ $0 }) { output.stop() } }
  }()
}
