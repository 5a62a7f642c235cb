import ArgumentParser
import TextIO

/// Lets time pass between two commands of a script.
struct Wait: InspectorCommand {
  static let commandName = "wait"
  static let abstract = "Wait while the running app goes on, such as for an answer."
  static let examples = ["0.5"]

  @Argument(help: "How many seconds, up to 3600.")
  var seconds: Double

  func run(in context: CommandContext) throws {
    guard seconds >= 0, seconds <= 3_600 else {
      throw ConsoleError.outOfRange(.seconds(seconds))
    }
    // What was answered so far should not wait, too.
    try context.output.flush()
    BackgroundThread.pause(for: .seconds(seconds))
  }
}
