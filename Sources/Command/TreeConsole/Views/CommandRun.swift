import TextIO

/// Shared by a prompt and the thread of its running command: whether the command is still wanted.
///
/// A command that doesn't end soon after Ctrl-C is abandoned: it keeps running, but nothing that it
/// writes or changes has an effect on the prompt.
package final class CommandRun: Sendable {
  /// Asks the command to end.
  let interruption = Interruption()
  private let isLeft = Lock(false)

  /// Abandons the command, after an operation that must be finished.
  func leave() { isLeft.withLock { $0 = true } }

  /// Runs an operation that must be finished before the prompt is drawn again, such as writing a file.
  ///
  /// - Throws: `Interrupted` if the command is no longer wanted, or what `body` throws.
  func shortly(_ body: () throws -> Void) throws {
    try isLeft.withLock { isLeft in
      if isLeft || interruption.isRequested { throw Interrupted() }
      try body()
    }
  }
}
