import Foundation

/// What a person types, and what a person sees.
@MainActor
enum Terminal {
  /// Does what is typed on standard input until `quit` or its end, while the app goes on.
  ///
  /// - Throws: the error of a line of a script, which nobody can correct, that cannot be done.
  static func drive(_ app: some SampleApp) async throws {
    let isScript = isatty(STDIN_FILENO) == 0
    if !isScript { app.tell("Type what you do; 'help' lists it, 'quit' or Ctrl-D leaves.") }
    var number = 0
    for await line in lines() {
      number += 1
      do {
        guard try await app.type(line) else { return }
      } catch {
        if isScript { throw app.located(error, line: number) }
        app.complain(error)
      }
      // A script goes on when the answer is there; a person may type meanwhile.
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

  /// Shows a line, at once even where standard output is no terminal.
  nonisolated static func show(_ line: String) {
    print(line.printable)
    fflush(nil)
  }

  /// Shows a line beside what standard output is for.
  nonisolated static func showBeside(_ line: String) {
    FileHandle.standardError.write(Data("\(line.printable)\n".utf8))
  }
}

extension String {
  /// The text with the characters escaped that would act on the terminal or turn the line around.
  private var printable: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}
