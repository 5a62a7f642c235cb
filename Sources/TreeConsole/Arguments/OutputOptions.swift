import ArgumentParser
import TextIO

/// The options that every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the answer to this file, '-' for standard output.", valueName: "file"))
  var outputName: OutputFile?

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "Look at the tree as it was at this moment of its journal: a record's number, 12:03:04.5 or -2s.",
      valueName: "moment"))
  var at: MomentWord?

  func isColored(_ context: CommandContext) -> Bool { context.output.isColored && !noColor }

  /// The file to write; nil for standard output.
  var file: String? { outputName?.fileNames.first }

  /// Runs a command whose answer goes into the file, whole, where one is named. Nothing is written
  /// where the command fails.
  func answering<Result>(
    to output: ConsoleOutput, _ command: () throws -> Result
  ) throws -> Result {
    guard let file else { return try command() }
    let (result, answer) = try output.capture(command)
    try output.write(answer, to: file)
    // A person sees that something came of the line.
    if output.isPrompt { output.note("\(file): \(counted(answer.count, "byte")) written") }
    return result
  }

  /// Writes an answer: as JSON where that is asked for, else as text.
  func answer(
    to output: ConsoleOutput, json: () -> JSONText, text: (inout StyledText) -> Void
  ) {
    if self.json { return output.write(json()) }
    answer(to: output, text: text)
  }

  /// Writes an answer whose JSON is written as it is made.
  func answer(
    to output: ConsoleOutput, json: some WrittenAnswer, text: (inout StyledText) -> Void
  ) {
    if self.json { return output.write(json) }
    answer(to: output, text: text)
  }

  private func answer(to output: ConsoleOutput, text: (inout StyledText) -> Void) {
    var styled = StyledText(isColored: output.isColored && !noColor) { output.write($0) }
    text(&styled)
    output.write(styled)
  }
}
