import Foundation

/// Reads what a person does from standard input, while the app goes on.
@MainActor
enum Terminal {
  /// Does what is typed until `quit` or the end of input.
  ///
  /// - Throws: `UserError` where a line of a script, which nobody can correct, cannot be done.
  static func drive(_ app: CarsApp) async throws(UserError) {
    let isScript = isatty(STDIN_FILENO) == 0
    if !isScript { app.tell("Type what you do; 'help' lists it, 'quit' or Ctrl-D leaves.") }
    for await line in lines() {
      switch line.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
      case "quit": return
      case "help": tellHelp(app.tell)
      default: try await perform(line, in: app, isScript: isScript)
      }
    }
  }

  private static func perform(
    _ line: String, in app: CarsApp, isScript: Bool
  ) async throws(UserError) {
    do throws(UserError) {
      try UserActions.perform(line, in: app)
    } catch {
      if isScript { throw error }
      app.window.notify("\(error)")
    }
    // A script goes on when the answer is there; a person may type meanwhile.
    if isScript { await app.settle() }
  }

  private static func tellHelp(_ tell: (String) -> Void) {
    for action in UserActions.all { tell("  \(action.usage): \(action.help)") }
    tell("  quit: Leave the app.")
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
