import ArgumentParser
import TextIO

/// Runs a command again and again.
struct Watch: InspectorCommand {
  static let commandName = "watch"
  static let abstract = "Run a command again and again, and show its answer when it is another one."
  static let explanation: String? = """
    Ctrl-C ends it; a script says how often, with --times. The options of 'watch' come before the \
    command.
    """
  static let examples = ["find 'Exam*'", "--every 0.2 --times 50 leaks"]

  @Option(help: ArgumentHelp("Wait so long between two runs.", valueName: "seconds"))
  var every = 1.0

  @Option(help: ArgumentHelp("Run the command so often.", valueName: "number"))
  var times: Int?

  @Argument(parsing: .captureForPassthrough, help: "The command.", completion: .list([]))
  var command: [String]

  func run(in context: CommandContext) throws {
    guard every > 0, every <= Wait.limit else { throw ConsoleError.outOfRange(.pause(every)) }
    if let times, times < 1 { throw ConsoleError.outOfRange(.times(times)) }
    if times == nil, !context.output.isPrompt { throw ConsoleError.missing(.times) }
    let words = try ShellWords.splitAsWritten(command.map(ShellWords.quote).joined(separator: " "))
    let interpreter = Interpreter(context: context)
    let start = ContinuousClock.now
    var last: [UInt8]?
    var runs = 0
    while true {
      let (_, answer) = try context.output.capture { try interpreter.run(words: words) }
      if answer != last {
        if last != nil {
          let seconds = start.duration(to: .now).components.seconds
          context.output.write(line: "after \(counted(Int(seconds), "second")):")
        }
        context.output.write(answer, as: .verbatim)
        try context.output.flush()
        last = answer
      }
      runs += 1
      if runs == times || context.isFinished { return }
      try context.pause(for: .seconds(every))
    }
  }
}
