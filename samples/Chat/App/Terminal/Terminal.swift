import Foundation

/// Reads what a user does from standard input, while the app goes on.
@MainActor
enum Terminal {
  /// Does what is typed until `quit` or the end of input.
  ///
  /// - Throws: `UserError` where a line of a script, which nobody can correct, cannot be done.
  static func drive(_ app: ChatApp) async throws(UserError) {
    let isScript = isatty(STDIN_FILENO) == 0
    let tell = app.window.tell
    if !isScript { tell("Type what you do; 'help' lists it, 'quit' or Ctrl-D leaves.") }
    for await line in lines() {
      switch line.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
      case "quit": return
      case "help":
        for command in UserCommands.all { tell("  \(command.usage): \(command.help)") }
        tell("  quit: Leave the app.")
      default:
        do throws(UserError) {
          try UserCommands.perform(line, in: app)
        } catch {
          if isScript { throw error }
          app.window.complain(error)
        }
      }
      // A script goes on when the answer is there; a user may type meanwhile.
      if isScript { await app.settle() }
    }
  }

  /// The lines of standard input, read on a thread of their own.
  private static func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return stream
  }
}
