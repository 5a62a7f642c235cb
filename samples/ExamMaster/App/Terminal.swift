import Foundation

/// Reads what a user does from standard input, while the app goes on.
@MainActor
enum Terminal {
  static func drive(_ app: ExamMasterApp) async throws {
    let isScript = isatty(STDIN_FILENO) == 0
    if !isScript { print("Type what you do; 'help' lists it, Ctrl-D leaves.") }
    for await line in lines() {
      if line == "help" {
        for action in UserActions.all { print("  \(action.usage): \(action.help)") }
        continue
      }
      do {
        try UserActions.perform(line, in: app)
      } catch {
        if isScript { throw error }
        print("! \(error)")
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
