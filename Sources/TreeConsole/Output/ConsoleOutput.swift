package import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command's answers and everything else go.
///
/// Answers are buffered; notes and errors come out at once, after what was answered before them.
package final class ConsoleOutput {
  private var answers: FileSink
  private var notes: FileSink
  private let answersDescriptor: Int32
  private let isColorWanted: Bool

  /// Called before anything is sent out: what the app printed meanwhile goes first.
  package var beforeWriting: (() -> Void)?

  /// The name that begins each note and error, such as `modeltree`.
  package let program: String

  package init(
    program: String, answers: Int32 = STDOUT_FILENO, notes: Int32 = STDERR_FILENO
  ) {
    self.program = program
    self.answers = FileSink(descriptor: answers)
    self.notes = FileSink(descriptor: notes)
    answersDescriptor = answers
    isColorWanted = Environment["NO_COLOR", default: ""].isEmpty && Environment["TERM"] != "dumb"
  }

  /// Whether answers go to a terminal that may be colored.
  package var isColored: Bool { isColorWanted && isTerminal }

  package var isTerminal: Bool { isatty(answersDescriptor) == 1 }

  package func write(_ text: String) { answers.write(text) }

  package func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { answers.write($0) } }

  /// Lets a writer fill the buffer directly.
  package func write(_ body: (inout FileSink) -> Void) { body(&answers) }

  /// One line on standard error, beginning with the program's name. What could act on a terminal is
  /// escaped, wherever the text comes from.
  package func note(_ text: String) {
    beforeWriting?()
    answers.flush()
    notes.write("\(program): \(SafeText.escape(text))\n")
    notes.flush()
  }

  /// One line on standard error as it is, for what explains the note before it or names its own
  /// place; the caller has escaped it.
  package func noteLine(_ text: String) {
    beforeWriting?()
    answers.flush()
    notes.write("\(text)\n")
    notes.flush()
  }

  /// Sends out what is buffered.
  ///
  /// - Throws: `ConsoleError` where it could not be written.
  package func flush() throws(ConsoleError) {
    beforeWriting?()
    answers.flush()
    if let number = answers.failure {
      throw ConsoleError("cannot write the answer: \(String(cString: strerror(number)))")
    }
  }
}
