import ArgumentParser
import TextIO

/// Records the session in a file.
struct Log: InspectorCommand {
  static let commandName = "log"
  static let abstract = "Record what is typed and shown from now on in a file; 'log off' ends it."
  static let explanation: String? = """
    The record is added to the end of the file, without color. 'log' alone says where it goes.
    """
  static let examples = ["session.txt", "off"]

  @Argument(help: "The file; off for none.")
  var file: OutputFile?

  func run(in context: CommandContext) throws {
    let output = context.output
    guard output.isPrompt else { throw ConsoleError.terminalOnly(Self.commandName) }
    switch file?.rawValue {
    case nil:
      output.write(line: output.log.map { "\($0.path)" } ?? "off")
    case "off":
      output.log = nil
    case let file?:
      output.log = try SessionLog(path: file)
    }
  }
}
