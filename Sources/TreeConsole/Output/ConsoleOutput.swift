package import TextIO

/// Where answers and everything else go.
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
    program: String, answers: Int32 = Descriptor.output, notes: Int32 = Descriptor.errors
  ) {
    self.program = program
    self.answers = FileSink(descriptor: answers)
    self.notes = FileSink(descriptor: notes)
    answersDescriptor = answers
    isColorWanted = Environment["NO_COLOR", default: ""].isEmpty && Environment["TERM"] != "dumb"
  }

  /// Whether answers go to a terminal that may be colored.
  package var isColored: Bool { isColorWanted && isTerminal }

  /// Whether answers go to a terminal.
  package var isTerminal: Bool { Descriptor.isTerminal(answersDescriptor) }

  /// Writes text as it is.
  package func write(_ text: SafeText) { answers.write(text.string) }

  /// Writes a line.
  package func write(line: SafeText) { write(line + "\n") }

  /// Writes text that may be colored.
  package func write(_ text: StyledText) { answers.write(text.text) }

  /// Writes JSON on a line of its own.
  package func write(_ json: JSONText) { write(json.bytes + [UInt8(ascii: "\n")]) }

  /// Writes a file's bytes, for formats with a writer of their own.
  package func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { answers.write($0) } }

  /// Lets a writer fill the buffer directly, for formats with a writer of their own.
  package func write(_ body: (inout FileSink) -> Void) { body(&answers) }

  /// Writes a file for a command, whole or not at all, and notes what it lost by that.
  func write(_ bytes: [UInt8], to file: String, makesFolders: Bool = false) throws(FileError) {
    for loss in try WholeFile.write(bytes, to: file, makesFolders: makesFolders) {
      note(loss.words(ofFileAt: file))
    }
  }

  /// Writes one line to standard error, which begins with the program's name.
  package func note(_ text: SafeText) { noteLine("\(program): \(text)") }

  /// Writes one line to standard error as it is, for what explains the note before it or names its
  /// own place.
  package func noteLine(_ text: SafeText) {
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
    if let number = answers.failure { throw .answerNotWritten(number) }
  }
}
