import LineEditing
package import TextIO

/// Where answers and everything else go.
///
/// In a script and in the shell answers are buffered and go out as they come; a prompt collects the
/// answer of a line, for the terminal, a pager, a command or a file. Notes and errors come out at
/// once, after what was answered before them.
package final class ConsoleOutput {
  private var stream: FileSink
  private var collected = MemorySink()
  private var notes: FileSink
  private let answersDescriptor: Int32
  private let notesDescriptor: Int32
  /// The command that a prompt waits for; nil in a script and in the shell.
  let run: CommandRun?
  /// Whether the answer goes into a file or a command, whole.
  private(set) var isCaptured = false
  private let allowsColor: Bool

  /// Called before anything is sent out: what the app printed meanwhile goes first.
  package var beforeWriting: (@Sendable () -> Void)?
  /// The line that says that a command is still at it.
  var progress: Progress?
  /// Where a session is recorded.
  var log: SessionLog?
  private var isColorOff = false
  /// The notes, where another program shows them; nil where they go out at once.
  private var keptNotes: [SafeText]?
  /// What that program was started with: the only files and targets that commands may name.
  private var openFiles: Set<String> = []
  /// What keeps lines of answers from being commands of the service that shows them.
  private var lines = InertLines()

  /// The files that the answer is made of.
  private var sources: [String] = []

  /// The name that begins each note and error, such as `modeltree`.
  package let program: String

  /// The name by which the process was started.
  package static var processName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "modeltree"
  }

  package convenience init(
    program: String, answers: Int32 = Descriptor.output, notes: Int32 = Descriptor.errors,
    isColorOff: Bool = false
  ) {
    self.init(program: program, answers: answers, notes: notes, run: nil)
    self.isColorOff = isColorOff
  }

  private init(program: String, answers: Int32, notes: Int32, run: CommandRun?) {
    self.program = program
    stream = FileSink(descriptor: answers)
    self.notes = FileSink(descriptor: notes)
    answersDescriptor = answers
    notesDescriptor = notes
    self.run = run
    allowsColor = Environment["NO_COLOR", default: ""].isEmpty && Environment["TERM"] != "dumb"
  }

  /// Keeps what commands answer and note, for another program to show.
  ///
  /// - Parameter files: The files and targets that commands may name.
  static func keeping(program: String, files: Set<String> = []) -> ConsoleOutput {
    let output = ConsoleOutput(program: program)
    output.isCaptured = true
    output.keptNotes = []
    output.openFiles = files
    return output
  }

  /// Checks that a command may name files: where another program shows the answers, only those that the
  /// program was started with.
  ///
  /// - Throws: `ConsoleError.conflict`.
  func checkMayName(_ files: [String]) throws(ConsoleError) {
    guard isForProgram, let file = files.first(where: { !openFiles.contains($0) }) else { return }
    throw .conflict(.foreignFile(file))
  }

  /// Returns what was answered and noted so far, and keeps nothing of it.
  func takeKept() -> (answer: [UInt8], notes: [SafeText]) {
    defer { keptNotes = keptNotes.map { _ in [] } }
    return (takeCollected(), keptNotes ?? [])
  }

  /// The same for a command of a prompt, on a thread of its own.
  ///
  /// - Parameter isColorOff: Whether `set color off` was said.
  func forked(for run: CommandRun, isColorOff: Bool) -> ConsoleOutput {
    let output = ConsoleOutput(
      program: program, answers: answersDescriptor, notes: notesDescriptor, run: run)
    output.beforeWriting = beforeWriting
    output.log = log
    output.isColorOff = isColorOff
    return output
  }

  /// Whether answers go to a terminal that may be colored.
  package var isColored: Bool { allowsColor && !isColorOff && isTerminal }

  /// Whether answers go to a terminal.
  package var isTerminal: Bool { !isCaptured && Descriptor.isTerminal(answersDescriptor) }

  /// Whether another program shows the answers.
  var isForProgram: Bool { keptNotes != nil }

  /// Whether a person at a prompt waits for the answer.
  var isPrompt: Bool { run != nil }

  /// Whether a person sees at once what is noted.
  var areNotesSeen: Bool { isPrompt || Descriptor.isTerminal(notesDescriptor) }

  private var collects: Bool { isCaptured || run != nil }

  /// Writes text as it is.
  package func write(_ text: SafeText) { write(Array(text.string.utf8), as: .text) }

  /// Writes a line.
  package func write(line: SafeText) { write(line + "\n") }

  /// Writes text that may be colored.
  package func write(_ text: borrowing StyledText) {
    guard isTerminal else { return text.withBytes { write($0) } }
    text.folded(to: ScreenSize.of(answersDescriptor).columns).withBytes { write($0) }
  }

  /// Writes JSON on a line of its own.
  package func write(_ json: JSONText) {
    write(json.bytes, as: .json)
    write("\n")
  }

  /// Writes a file's bytes, for formats with a writer of their own.
  package func write(_ bytes: [UInt8], as form: InertLines.Form) {
    bytes.withUnsafeBufferPointer { write($0, as: form) }
  }

  private func write(_ bytes: UnsafeBufferPointer<UInt8>, as form: InertLines.Form = .text) {
    if !collects { progress?.end() }
    lines.withInert(bytes, form) { bytes in
      if collects { collected.write(bytes) } else { stream.write(bytes) }
    }
  }

  /// Writes an answer that has a writer of its own.
  func write(_ answer: some WrittenAnswer) {
    var blocks = MemorySink { self.write($0, as: answer.form) }
    answer.write(to: &blocks)
    blocks.flush()
  }

  /// Writes one line to standard error, which begins with the program's name.
  package func note(_ text: SafeText) {
    noteLine(keptNotes == nil ? "\(program): \(text)" : text)
  }

  /// Writes one line to standard error as it is, for what explains the note before it or names its
  /// own place.
  package func noteLine(_ text: SafeText) {
    if keptNotes?.append(text) != nil { return }
    let text =
      Descriptor.isTerminal(notesDescriptor)
      ? text.folded(to: ScreenSize.of(notesDescriptor).columns) : text.inert
    func write() {
      progress?.clear()
      beforeWriting?()
      if !collects { stream.flush() }
      notes.write("\(text)\n")
      notes.flush()
      record(Array("\(text)\n".utf8))
    }
    guard let run else { return write() }
    // A note of a command that is no longer wanted is not either.
    try? run.shortly(write)
  }

  /// Sends out what is buffered. What is captured goes on being collected.
  ///
  /// - Throws: `ConsoleError` where it could not be written, `Interrupted` where nobody waits for it
  ///   any more.
  package func flush() throws {
    if isCaptured { return }
    if run != nil { return try send(takeCollected()) }
    beforeWriting?()
    stream.flush()
    if let number = stream.failure { throw ConsoleError.answerNotWritten(number) }
  }
}

/// An answer that is written as it is made, without a copy of the whole.
protocol WrittenAnswer {
  /// What its lines are made of.
  var form: InertLines.Form { get }
  /// Writes the answer.
  func write(to sink: inout some ByteSink & ~Copyable)
}

extension WrittenAnswer {
  var form: InertLines.Form { .json }
}

// What a prompt collects.
extension ConsoleOutput {
  /// How much is written between two looks whether it is still wanted: a slow terminal shows so much
  /// in a moment.
  private static let portion = 4_096

  /// The answer so far, which is collected from its beginning again.
  func takeCollected() -> [UInt8] {
    let bytes = collected.bytes
    collected = MemorySink()
    lines = InertLines()
    return bytes
  }

  /// Writes bytes to the terminal as long as somebody waits for them.
  func send(_ bytes: [UInt8]) throws {
    if bytes.isEmpty { return }
    progress?.end()
    record(bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let portion = rest.prefix(Self.portion)
      rest = rest.dropFirst(portion.count)
      func write() {
        beforeWriting?()
        portion.withUnsafeBufferPointer { stream.write($0) }
        stream.flush()
      }
      if let run { try run.shortly(write) } else { write() }
      if let number = stream.failure { throw ConsoleError.answerNotWritten(number) }
    }
  }

  /// Returns what a command answers, uncolored, in place of sending it out.
  func capture<Result>(_ body: () throws -> Result) throws -> (result: Result, answer: [UInt8]) {
    let before = takeCollected()
    let wasCaptured = isCaptured
    isCaptured = true
    defer {
      isCaptured = wasCaptured
      collected = MemorySink()
      if !before.isEmpty { write(before, as: .verbatim) }
    }
    let result = try body()
    return (result, takeCollected())
  }

  /// Keeps a file from being replaced by an answer that is made of it.
  func protect(_ source: String) { sources.append(source) }

  /// Writes a file for a command, whole or not at all, and notes what it lost by that.
  ///
  /// - Throws: `ConsoleError.conflict` where another program shows the answers, which names no files,
  ///   and where the answer is made of the file.
  package func write(_ bytes: [UInt8], to file: String, makesFolders: Bool = false) throws {
    if isForProgram { throw ConsoleError.conflict(.fileForProgram(file)) }
    if sources.contains(where: { FileNames.isSameFile($0, file) }) {
      throw ConsoleError.conflict(.answerOverTarget(file))
    }
    let losses = try holding { try WholeFile.write(bytes, to: file, makesFolders: makesFolders) }
    for loss in losses { note(loss.words(ofFileAt: file)) }
  }

  /// Does something that must come to its end once it has begun, unless the command is no longer
  /// wanted.
  func holding<Result>(_ body: () throws -> Result) throws -> Result {
    try run.map { try $0.holding(body) } ?? body()
  }

  /// Adds what is shown to the session's log, which ends where that fails.
  func record(_ bytes: [UInt8]) {
    do throws(FileError) {
      try log?.write(bytes)
    } catch {
      log = nil
      notes.write("\(program): \(error); the log ends\n")
      notes.flush()
    }
  }

  /// Lets a command of the shell have the terminal, to read an answer.
  ///
  /// - Returns: The status that it ended with; nil where it could not be started.
  func pipe(_ bytes: [UInt8], into command: String) throws -> Int32? {
    progress?.end()
    func start() -> Int32? {
      beforeWriting?()
      return PipedCommand(command, output: answersDescriptor)?.finish(writing: bytes)
    }
    let status = try holding(start)
    if status != nil { record(bytes) }
    return status
  }

  /// Whether an answer leaves room for the prompt on the terminal.
  func fits(_ bytes: [UInt8]) -> Bool { ScreenSize.fits(bytes, on: answersDescriptor) }

  /// Begins to say that a command is still at it.
  func beginProgress(of name: String) {
    if keptNotes == nil { progress = Progress(of: name, on: notesDescriptor, run) }
  }
}
