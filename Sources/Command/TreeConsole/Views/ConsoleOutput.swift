import LineEditing
package import TextIO

/// The destination of answers and notes.
///
/// An answer is written as it is produced. Another program, such as a page, takes answers itself and
/// reads the notes here.
package final class ConsoleOutput {
  /// The program's name in notes and errors, such as `modeltree`.
  package let program: String
  private var stream: FileSink
  private var notes: FileSink
  private let answersDescriptor: Int32
  private let notesDescriptor: Int32
  /// The command whose output it is, which a prompt may end.
  let run: CommandRun
  /// Whether a person at a prompt waits for the answer.
  let isPrompt: Bool
  private let allowsColor: Bool
  /// Called before output, so that the app's own output comes first.
  package var beforeWriting: (@Sendable () -> Void)?
  /// The line that shows that a command is still running.
  private var progress: Progress?
  /// The notes for another program; nil if they are written.
  private var keptNotes: [SafeText]?
  /// The only files and targets that commands may name: those that the program was started with.
  private var openFiles: Set<String> = []
  /// Keeps the service that shows output from taking its lines for commands.
  private var lines = InertLines()
  /// The files that answers are read from.
  private var sources: [String] = []

  /// The process's name.
  package static var processName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "modeltree"
  }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - answers: The descriptor for answers.
  ///   - notes: The descriptor for notes.
  ///   - isColored: Whether color is allowed.
  ///   - run: The command of a prompt.
  package init(
    program: String, answers: Int32 = Descriptor.output, notes: Int32 = Descriptor.errors,
    isColored: Bool = true, run: CommandRun? = nil
  ) {
    self.program = program
    stream = FileSink(descriptor: answers)
    self.notes = FileSink(descriptor: notes)
    answersDescriptor = answers
    notesDescriptor = notes
    self.run = run ?? CommandRun()
    isPrompt = run != nil
    allowsColor =
      isColored && Environment["NO_COLOR", default: ""].isEmpty && Environment["TERM"] != "dumb"
  }

  /// Keeps the notes of commands for a program that shows their answers.
  ///
  /// - Parameter files: The files and targets that commands may name.
  static func keeping(program: String, files: Set<String> = []) -> ConsoleOutput {
    let output = ConsoleOutput(program: program)
    output.keptNotes = []
    output.openFiles = files
    return output
  }

  /// A copy for a command of a prompt, on its own thread.
  func forked(for run: CommandRun) -> ConsoleOutput {
    let output = ConsoleOutput(
      program: program, answers: answersDescriptor, notes: notesDescriptor, isColored: allowsColor,
      run: run)
    output.beforeWriting = beforeWriting
    return output
  }

  /// Whether answers go to a terminal.
  var isTerminal: Bool { keptNotes == nil && Descriptor.isTerminal(answersDescriptor) }

  /// Whether answers go to a terminal that may be colored.
  var isColored: Bool { allowsColor && isTerminal }

  /// The width of the terminal that answers go to; nil if they go elsewhere.
  var columns: Int? { isTerminal ? ScreenSize.of(answersDescriptor).columns : nil }

  /// Whether another program shows the answers.
  var isForProgram: Bool { keptNotes != nil }

  /// Who waits for a target: a person, for any time, since Ctrl-C ends the wait; another program,
  /// only for seconds.
  var attendant: TargetAttendant {
    if isForProgram { return .agent }
    let isSeen = isPrompt || Descriptor.isTerminal(notesDescriptor)
    return TargetAttendant(
      note: { [weak self] in self?.note($0) }, interruption: run.interruption,
      limit: isSeen ? nil : TargetAttendant.unseenPatience)
  }

  // MARK: Answers

  /// How much to write between two checks for an interruption: a slow terminal shows that much in a
  /// moment.
  private static let portion = 4_096

  /// Shows an answer, without the following parts, while it is wanted.
  ///
  /// - Throws: `ConsoleError` if it can't be written, `Interrupted` if it is no longer wanted.
  func show(_ answer: Answer) throws {
    lines = InertLines()
    var isWanted = true
    func take(_ bytes: UnsafeBufferPointer<UInt8>) {
      progress?.end()
      var rest = bytes[...]
      while isWanted, !rest.isEmpty {
        let portion = rest.prefix(isPrompt ? Self.portion : rest.count)
        rest = rest.dropFirst(portion.count)
        let shown: Void? = try? run.shortly {
          beforeWriting?()
          stream.write(UnsafeBufferPointer(rebasing: portion))
          stream.flush()
        }
        isWanted = shown != nil
      }
    }
    answer.write(isColored: isColored && answer.options.isColored, columns: columns) {
      self.lines.withInert($0, $1, take)
    }
    if !isWanted { throw Interrupted() }
    try flush()
  }

  /// Writes bytes of a format with its own writer; `flush()` sends them.
  package func write(_ bytes: [UInt8], as form: InertLines.Form) {
    bytes.withUnsafeBufferPointer { bytes in lines.withInert(bytes, form) { stream.write($0) } }
  }

  /// Writes a line to standard output.
  package func writeLine(_ text: SafeText) { write("\(text)\n") }

  /// Writes text to standard output unchanged.
  func write(_ text: SafeText) {
    stream.write(text.string)
    stream.flush()
  }

  /// Sends the written output.
  ///
  /// - Throws: `ConsoleError` if it can't be written.
  package func flush() throws {
    stream.flush()
    if let number = stream.failure {
      throw ConsoleError("cannot write the answer: \(SafeText(errno: number))")
    }
  }

  // MARK: Notes

  /// Writes a line to standard error, after the program's name.
  package func note(_ text: SafeText) {
    noteLine(keptNotes == nil ? "\(program): \(text)" : text)
  }

  /// Writes an error to standard error, after the program's name, which is red on a terminal.
  package func noteError(_ text: SafeText) {
    if keptNotes != nil { return note(text) }
    write(note: "\(program): \(text)", red: "\(program):")
  }

  /// Writes a line to standard error unchanged, such as one that explains the previous note or
  /// begins with its own place.
  package func noteLine(_ text: SafeText) {
    if keptNotes?.append(text) == nil { write(note: text) }
  }

  /// Writes a line to standard error.
  ///
  /// - Parameter prefix: The start of the line, which is red on a terminal.
  private func write(note text: SafeText, red prefix: String = "") {
    let isSeen = Descriptor.isTerminal(notesDescriptor)
    var line =
      (isSeen ? text.folded(to: ScreenSize.of(notesDescriptor).columns) : text.inert).string
    if isSeen, allowsColor, !prefix.isEmpty, line.hasPrefix(prefix) {
      line = Color.red.sequence + prefix + Color.plain.sequence + line.dropFirst(prefix.count)
    }
    // Notes of an unwanted command aren't wanted either.
    try? run.shortly {
      progress?.clear()
      beforeWriting?()
      if !isPrompt { stream.flush() }
      notes.write("\(line)\n")
      notes.flush()
    }
  }

  /// Returns and clears the notes.
  func takeNotes() -> [SafeText] {
    defer { keptNotes = [] }
    return keptNotes ?? []
  }

  /// Runs a command, and shows after a second that it is still running, if it has a name.
  func withProgress<Result>(of name: String?, _ body: () throws -> Result) rethrows -> Result {
    if let name, !isForProgram { progress = Progress(of: name, on: notesDescriptor, run) }
    defer {
      progress?.end()
      progress = nil
    }
    return try body()
  }

  // MARK: Files

  /// Checks that a command may name files: for another program, only those it was started with.
  func checkMayName(_ files: [String]) throws(ConsoleError) {
    guard isForProgram, let file = files.first(where: { !openFiles.contains($0) }) else { return }
    throw ConsoleError(
      "'\(file)' isn't open here; start the server with it, or run the command in a terminal")
  }

  /// Protects a file from being replaced by an answer that is read from it.
  func protect(_ source: String) { sources.append(source) }

  /// Refuses a file that can't be written, before the work for it. A link isn't followed, except to a device
  /// or a pipe.
  ///
  /// - Parameter makesFolders: whether the folder may be missing.
  func checkMayWrite(_ file: String, makesFolders: Bool = false) throws {
    if isForProgram {
      throw ConsoleError("'\(file)' can't be written here; run the command in a terminal")
    }
    if sources.contains(where: { FileNames.isSameFile($0, file) }) {
      throw ConsoleError(
        "the answer would replace '\(file)', which it is made of; name another file")
    }
    if FileNames.isLink(file), FileNames.isFile(file) || !FileNames.exists(file) {
      throw ConsoleError("'\(file)' is a link; name the file itself")
    }
    if let problem = WholeFile.refusal(toWrite: file, makesFolders: makesFolders) { throw problem }
  }

  /// Writes a whole file or nothing.
  package func write(_ bytes: [UInt8], to file: String, makesFolders: Bool = false) throws {
    try checkMayWrite(file, makesFolders: makesFolders)
    try run.shortly { try WholeFile.write(bytes, to: file, makesFolders: makesFolders) }
  }
}
