import ArgumentParser
import TextIO

/// The options that every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  func isColored(_ context: CommandContext) -> Bool { context.output.isColored && !noColor }

  /// Writes an answer: as JSON where that is asked for, else as text.
  func answer(
    to output: ConsoleOutput, json: () -> JSONText, text: (inout StyledText) -> Void
  ) {
    if self.json { return output.write(json()) }
    var styled = StyledText(isColored: output.isColored && !noColor)
    text(&styled)
    output.write(styled)
  }
}
