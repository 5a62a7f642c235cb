import Foundation

/// Reads what a user does from standard input, while the app goes on.
@MainActor
enum Terminal {
  /// Does what is typed until the input ends or says so.
  ///
  /// - Throws: `UserError` at the first line of a script that cannot be done; who types at a
  ///   terminal is told instead.
  static func drive(_ app: ProfileApp) async throws(UserError) {
    let isScript = isatty(STDIN_FILENO) == 0
    if !isScript { print("Type what you do; 'help' lists it, Ctrl-D leaves.") }
    var number = 0
    for await line in lines() {
      number += 1
      do throws(UserError) {
        guard try await Script.perform(line, in: app) else { return }
      } catch {
        if isScript { throw UserError("line \(number): \(error)") }
        app.tell("! \(error)")
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
