import LineEditing
import TextIO

/// Shows on a terminal that a command is still running: after one second, in a line that disappears
/// before anything else is shown.
final class Progress: Sendable {
  private let name: SafeText
  private let descriptor: Int32
  private let run: CommandRun
  private let start = ContinuousClock.now
  private let state = Lock(State())

  private struct State {
    var isShown = false
    var isOver = false
  }

  /// Watches a command; nil if the descriptor isn't a terminal that can erase a line, or if
  /// `MODELTREE_PROGRESS` is `off`.
  ///
  /// - Parameters:
  ///   - name: The command's name in the line.
  ///   - run: The command.
  init?(of name: String, on descriptor: Int32, _ run: CommandRun) {
    guard Descriptor.isTerminal(descriptor), Environment["TERM", default: "dumb"] != "dumb",
      Environment["MODELTREE_PROGRESS"] != "off"
    else { return nil }
    self.name = SafeText(name)
    self.descriptor = descriptor
    self.run = run
    BackgroundThread { [weak self] in
      var wait = Duration.seconds(1)
      repeat {
        BackgroundThread.pause(for: wait)
        wait = .milliseconds(500)
      } while self?.show() == true
    }?.detach()
  }

  deinit { end() }

  /// Shows the line; false if the command is over. Once it is unwanted, the prompt erases the line.
  private func show() -> Bool {
    var isGoing = false
    // In the order of a note, which erases the line while no prompt is drawn.
    try? run.shortly {
      isGoing = state.withLock { state in
        if state.isOver { return false }
        let seconds = start.duration(to: .now).components.seconds
        write("\r\u{1b}[K\(name): \(seconds) s; Ctrl-C stops it")
        state.isShown = true
        return true
      }
    }
    return isGoing
  }

  /// Erases the line until it is shown again.
  func clear() { state.withLock { erase(&$0) } }

  /// Erases the line permanently.
  func end() {
    state.withLock { state in
      state.isOver = true
      erase(&state)
    }
  }

  private func erase(_ state: inout State) {
    if state.isShown { write("\r\u{1b}[K") }
    state.isShown = false
  }

  private func write(_ text: SafeText) {
    Descriptor.writeAll(text.string.utf8, to: descriptor)
  }
}
