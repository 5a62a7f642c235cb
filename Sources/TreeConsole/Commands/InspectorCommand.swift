import ArgumentParser
import TextIO
import TreeAnalysis

/// A command that runs against a target: the dump named in the shell, or what a prompt is attached
/// to.
protocol InspectorCommand: ParsableCommand {
  /// The word by which the command is called.
  static var commandName: String { get }
  /// What the command does, in a sentence.
  static var abstract: String { get }
  /// Other names of the command.
  static var aliases: [String] { get }
  /// What the help says before the examples; nil for nothing.
  static var explanation: String? { get }
  /// What may follow the command's name, as examples for its help.
  static var examples: [String] { get }
  /// What the target must be able to do; nil where every target will do.
  static var needs: Capability? { get }
  /// The moment that the command looks at; nil where it looks at what the target does.
  var at: MomentWord? { get }

  func run(in context: CommandContext) throws
}

extension InspectorCommand {
  static var aliases: [String] { [] }
  static var explanation: String? { nil }
  static var examples: [String] { [] }
  static var needs: Capability? { nil }
  var at: MomentWord? { nil }

  /// The explanation and the examples, as the help shows them.
  static func discussion(calledAs call: String) -> String {
    let lines = examples.map { $0.isEmpty ? "  \(call)" : "  \(call) \($0)" }
      .joined(separator: "\n")
    let parts = [explanation, examples.isEmpty ? nil : "EXAMPLES:\n" + lines]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: commandName, abstract: abstract,
      discussion: discussion(calledAs: commandName), aliases: aliases)
  }
}

/// A command whose answer can go into a file.
protocol AnsweringCommand: InspectorCommand {
  /// How it answers, and where to.
  var output: OutputOptions { get }
}

extension AnsweringCommand {
  var at: MomentWord? { output.at }
}

extension InspectorCommand {
  /// Runs the command with its answer where the options say.
  func runAnswering(in context: CommandContext) throws {
    try context.looking(at: at, needs: Self.needs) {
      do {
        guard let options = (self as? any AnsweringCommand)?.output else {
          return try run(in: context)
        }
        try options.answering(to: context.output) { try run(in: context) }
      } catch let error as SelectionError {
        // Where the tree has no such model, more may be known of it than that.
        guard case .nothingMatches(let selector, nil) = error,
          let absence = context.absence(of: selector)
        else { throw error }
        throw absence
      }
    }
  }
}

/// A command that the shell runs, with its dump if it has one.
protocol ShellCommand: ParsableCommand {
  func run(writingTo output: ConsoleOutput) throws -> ExitStatus
}

extension ParsableCommand {
  /// Answers an error that parsing or running the command ended with, where it asks for help.
  ///
  /// The parser keeps what is wrong to itself. What it offers is used as it is: whether the words are
  /// wrong, and a message that says how.
  ///
  /// - Throws: `ConsoleError.parser` where the words are wrong, else the error itself.
  static func answer(
    _ error: any Error, to output: ConsoleOutput, hint: @autoclosure () -> String
  ) throws {
    switch exitCode(for: error) {
    case .success:
      var help = StyledText(isColored: false)
      help.line(SafeText(lines: fullMessage(for: error)))
      output.write(help)
    case .validationFailure:
      throw ConsoleError.parser(sentence(of: message(for: error)), hint: hint())
    default:
      throw error
    }
  }

  /// The parser's message on one line, as the errors of the commands are: a hint continues it.
  private static func sentence(of message: String) -> String {
    var sentence = ""
    for line in message.split(separator: "\n") {
      let item = line.hasPrefix("  - ") ? line.dropFirst(4) : nil
      if !sentence.isEmpty { sentence += item == nil || sentence.hasSuffix(":") ? " " : ", " }
      sentence += item ?? line
    }
    if sentence.hasSuffix(".") { sentence.removeLast() }
    return sentence.replacing(". Did you mean", with: "; did you mean")
  }
}
