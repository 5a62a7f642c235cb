import ArgumentParser
import TextIO

/// Runs the commands in a file.
struct Source: AnsweringCommand {
  static let commandName = "source"
  static let abstract = "Run the commands in a file, line by line, up to the first that fails."
  static let explanation: String? = """
    A file may name others in this way. An error begins with the file and the line.
    """
  static let examples = ["questions.txt", "~/.questions"]

  /// How many files may be read one within the other.
  static let depthLimit = 16

  @Argument(help: "The file.")
  var file: InputFile

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let file = file.rawValue
    if context.session.sources.contains(file) { throw ConsoleError.sourceInItself(file) }
    guard context.session.sources.count < Self.depthLimit else {
      throw ConsoleError.sourcesTooDeep(file, limit: Self.depthLimit)
    }
    let text = try FileBytes(path: file).withBuffer { String(decoding: $0, as: UTF8.self) }
    context.session.sources.append(file)
    defer { context.session.sources.removeLast() }
    let interpreter = Interpreter(context: context)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !context.isFinished {
      try context.interruption?.check()
      do {
        try interpreter.run(String(line))
      } catch let error as Interrupted {
        throw error
      } catch {
        throw ConsoleError.inFile(file, line: index + 1, SafeText("\(error)"))
      }
    }
  }
}
