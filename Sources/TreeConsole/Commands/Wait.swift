import ArgumentParser
import TextIO

/// Lets time pass between two commands of a script.
struct Wait: AnsweringCommand {
  static let commandName = "wait"
  static let abstract = "Wait while the running app goes on, such as for an answer."
  static let examples = ["0.5", "0.5 --json"]

  /// The longest wait in seconds.
  static let limit = 3_600.0

  @Argument(help: "How many seconds, up to 3600.")
  var seconds: Double

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    guard seconds >= 0, seconds <= Self.limit else {
      throw ConsoleError.outOfRange(.seconds(seconds))
    }
    // What was answered so far should not wait, too.
    try context.output.flush()
    try context.pause(for: .seconds(seconds))
    if output.json { context.output.write(.object { $0.write("waited", "\(seconds)") }) }
  }
}
