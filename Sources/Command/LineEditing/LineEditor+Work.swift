import CEditLine
import TextIO

extension LineEditor {
  /// How long interrupted work may take to end before it is abandoned.
  private static let patience = Duration.milliseconds(40)

  /// Runs work on its own thread, and waits for its end.
  ///
  /// After Ctrl-C, it waits a little longer for the work to end by itself, and then abandons it.
  ///
  /// - Parameters:
  ///   - work: The work. If the system provides no thread, it runs on this one.
  ///   - interrupt: Called on this thread when Ctrl-C is pressed.
  ///   - leave: Called on this thread before the work is abandoned.
  /// - Returns: false if the work was abandoned and still runs.
  package func perform(
    _ work: @escaping @Sendable () -> Void, interrupt: () -> Void, leave: () -> Void
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
        discardInput()
        interrupt()
        deadline = .now + Self.patience
      }
      if let deadline, deadline <= .now {
        leave()
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
