import CEditLine
import TextIO

extension LineEditor {
  /// How long work that was interrupted may take to end before it is left behind.
  private static let patience = Duration.milliseconds(40)

  /// Catches Ctrl-C from now on, until the editor's life ends: it ends the line or the work at hand,
  /// and never the process.
  package func holdInterrupts() {
    isHoldingInterrupts = true
    TerminalSignals.holdInterrupts()
  }

  /// Runs work on a thread of its own, and waits for its end.
  ///
  /// After Ctrl-C it waits a moment longer, for work that ends by itself, and then leaves the work
  /// behind.
  ///
  /// - Parameters:
  ///   - work: What is done. Where the system gives no thread, it is done on this one.
  ///   - interrupt: Called on this thread when Ctrl-C is pressed.
  ///   - mayLeave: Whether the work may be left behind now.
  /// - Returns: false if the work was left behind and still runs.
  package func perform(
    _ work: @escaping @Sendable () -> Void, interrupt: () -> Void, mayLeave: () -> Bool
  ) -> Bool {
    TerminalSignals.wakeOnInterrupt(wake)
    defer { TerminalSignals.wakeOnInterrupt(nil) }
    let end = End()
    let thread = BackgroundThread { [wake] in
      work()
      end.isReached.withLock { $0 = true }
      wake.wake()
    }
    guard let thread else {
      work()
      return true
    }
    var deadline: ContinuousClock.Instant?
    while !end.isReached.withLock({ $0 }) {
      let notes = TerminalSignals.take()
      // Ctrl-Z that came when the line had ended, and its handler was still in place.
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

  private final class End: Sendable {
    let isReached = Lock(false)
  }
}
