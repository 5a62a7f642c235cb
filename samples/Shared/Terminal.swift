import Foundation

/// What a person types, and what a person sees.
@MainActor
enum Terminal {
  /// Does what is typed on standard input until `quit` or its end, while the app goes on.
  ///
  /// - Throws: the error of a line of a script, which cannot be corrected, that cannot be done.
  static func drive(_ app: some SampleApp) async throws {
    let isScript = isatty(STDIN_FILENO) == 0
    if !isScript { app.output("Type what you do; 'help' lists it, 'quit' or Ctrl-D leaves.") }
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
      if isOpen { while let line = readLine() { continuation.yield(line) } }
      continuation.finish()
    }
    return stream
  }

  /// Whether there is standard input. Where it is closed, the runtime may have given its number to an
  /// event counter of its own, which is of no type that a file has.
  nonisolated private static var isOpen: Bool {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT != 0
  }

  /// Shows a line at once, also where standard output is no terminal; or beside what standard output
  /// is for.
  nonisolated static func show(_ line: String, isBeside: Bool) {
    let handle: FileHandle = isBeside ? .standardError : .standardOutput
    try? handle.write(contentsOf: Data("\(line.printable)\n".utf8))
  }
}

extension String {
  /// The text with the characters escaped that would act on the terminal or turn the line around.
  fileprivate var printable: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}
