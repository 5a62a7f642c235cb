import ArgumentParser
import TextIO

/// The options that every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  func isColored(_ context: CommandContext) -> Bool { isColored(context.output) }

  private func isColored(_ output: ConsoleOutput) -> Bool { output.isColored && !noColor }

  /// Writes an answer: as JSON where that is asked for, else as text.
  func answer(
    in context: CommandContext, json: () -> JSONText, text: (inout StyledText) -> Void
  ) {
    answer(to: context.output, json: json, text: text)
  }

  /// Writes an answer: as JSON where that is asked for, else as text.
  func answer(
    to output: ConsoleOutput, json: () -> JSONText, text: (inout StyledText) -> Void
  ) {
    if self.json { return output.write(json()) }
    var styled = StyledText(isColored: isColored(output))
    text(&styled)
    output.write(styled)
  }
}
