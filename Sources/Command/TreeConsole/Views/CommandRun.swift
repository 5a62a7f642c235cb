import TextIO

/// Shared by a prompt and the thread of its running command: whether the command is still wanted.
///
/// A command that doesn't end soon after Ctrl-C is abandoned: it keeps running, but nothing that it
/// writes or changes has an effect on the prompt.
package final class CommandRun: Sendable {
  /// Asks the command to end.
  let interruption = Interruption()
  private let state = Lock(State())

  private struct State {
    var isLeft = false
    /// The number of operations that must be finished.
    var holds = 0
  }

  /// Abandons the command, unless an operation must be finished, such as writing a file or running
  /// a program on the terminal.
  func leave() -> Bool {
    state.withLock { state in
      if state.holds == 0 { state.isLeft = true }
      return state.isLeft
    }
  }

  /// Runs a short operation during which no prompt may be drawn.
  ///
  /// - Throws: `Interrupted` if the command is no longer wanted.
  func shortly(_ body: () -> Void) throws(Interrupted) {
    let isDone = state.withLock { state in
      if state.isLeft || interruption.isRequested { return false }
      body()
      return true
    }
    if !isDone { throw Interrupted() }
  }

  /// Runs an operation that must be finished, for which the prompt waits.
  ///
  /// - Throws: `Interrupted` if the command is no longer wanted, or what `body` throws.
  func holding<Result>(_ body: () throws -> Result) throws -> Result {
    let isHeld = state.withLock { state in
      if state.isLeft || interruption.isRequested { return false }
      state.holds += 1
      return true
    }
    guard isHeld else { throw Interrupted() }
    defer { state.withLock { $0.holds -= 1 } }
    return try body()
  }
}
