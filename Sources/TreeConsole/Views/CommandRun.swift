import TextIO

/// What a prompt and the thread of its running command share: whether the command is still wanted.
///
/// A command that does not end soon after Ctrl-C is left behind: it keeps running, and nothing that it
/// writes or changes at the prompt counts any more.
final class CommandRun: Sendable {
  /// Asks the command to end.
  let interruption = Interruption()
  private let state = Lock(State())

  private struct State {
    var isLeft = false
    /// How many pieces of work must be finished.
    var holds = 0
  }

  /// Leaves the command behind, unless a piece of its work must be finished: a file that is being
  /// written, or a program that has the terminal.
  func leave() -> Bool {
    state.withLock { state in
      if state.holds == 0 { state.isLeft = true }
      return state.isLeft
    }
  }

  /// Does something short, in the middle of which no prompt may be drawn.
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

  /// Does something that must be finished, for which the prompt waits.
  ///
  /// - Throws: `Interrupted` if the command is no longer wanted, else what `body` throws.
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

/// A record of a session in a file: what was typed, and what was shown, without its colors.
final class SessionLog {
  let path: String
  private let file: AppendedFile

  /// Opens a log; what its file holds already stays.
  init(path: String) throws(FileError) {
    self.path = path
    file = try AppendedFile(path: path)
  }

  /// Adds what is shown.
  func write(_ bytes: [UInt8]) throws(FileError) {
    guard bytes.contains(0x1b) else { return try file.write(bytes) }
    var plain: [UInt8] = []
    var isInSequence = false
    for byte in bytes {
      if byte == 0x1b {
        isInSequence = true
      } else if !isInSequence {
        plain.append(byte)
      } else if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
        // A color ends with its letter.
        isInSequence = false
      }
    }
    try file.write(plain)
  }
}
