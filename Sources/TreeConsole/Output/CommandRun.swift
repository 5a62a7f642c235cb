import TextIO

/// What a prompt and the thread of its running command share: whether the command is still wanted.
///
/// A command that does not end soon after Ctrl-C is left behind: it goes on, and nothing that it
/// writes or changes at the prompt counts any more.
package final class CommandRun: Sendable {
  /// Asks the command to end.
  let interruption = Interruption()
  private let state = Lock(State())

  private struct State {
    var isLeft = false
    /// How many things are at work that must come to their end.
    var holds = 0
  }

  /// Leaves the command behind, unless something is at work that must come to its end: a file that is
  /// being written, or a program that has the terminal.
  func leave() -> Bool {
    state.withLock { state in
      if state.holds == 0 { state.isLeft = true }
      return state.isLeft
    }
  }

  /// Does something that is over in a moment and that a prompt must not be drawn in the middle of.
  ///
  /// - Throws: `Interrupted` where the command is no longer wanted.
  func shortly(_ body: () -> Void) throws(Interrupted) {
    let isDone = state.withLock { state in
      if state.isLeft || interruption.isRequested { return false }
      body()
      return true
    }
    if !isDone { throw Interrupted() }
  }

  /// Does something that must come to its end, for which the prompt waits.
  ///
  /// - Throws: `Interrupted` where the command is no longer wanted, else what it throws itself.
  func holding<Result>(_ body: () throws -> Result) throws -> Result {
    try shortly {}
    let isHeld = state.withLock { state in
      if !state.isLeft { state.holds += 1 }
      return !state.isLeft
    }
    guard isHeld else { throw Interrupted() }
    defer { state.withLock { $0.holds -= 1 } }
    return try body()
  }
}
