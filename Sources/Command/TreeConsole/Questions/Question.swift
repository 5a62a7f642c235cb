import ArgumentParser
import TextIO
import TreeAnalysis

/// A command: typed arguments, and their answer. It writes nothing itself, and knows no terminal.
protocol Question: ParsableCommand {
  /// The command's name.
  static var commandName: String { get }
  /// What the command does, in one sentence.
  static var abstract: String { get }
  /// Other names of the command.
  static var aliases: [String] { get }
  /// The help's text before the examples; nil for none.
  static var explanation: String? { get }
  /// Example arguments for the help.
  static var examples: [String] { get }
  /// The required capability of the target; nil for none.
  static var needs: Capability? { get }

  /// The moment of the query; nil for the view's.
  var at: MomentWord? { get }

  /// Whether the answer is about the current tree, so that remarks about it apply.
  var isAboutPresentTree: Bool { get }

  /// The number of a journal's last records that are enough; nil for all.
  var lastRecords: Int? { get }

  /// Returns the answer.
  ///
  /// - Throws: An error with a description for people.
  func answer(_ view: inout View) throws -> Answer

  /// Runs the command in the shell, on the target of a word.
  func run(on target: String, writingTo output: ConsoleOutput) throws -> ExitStatus
}

extension Question {
  static var aliases: [String] { [] }
  static var explanation: String? { nil }
  static var examples: [String] { [] }
  static var needs: Capability? { nil }
  /// The required capability of the target.
  var needs: Capability? { Self.needs }
  var at: MomentWord? { nil }
  var isAboutPresentTree: Bool { Self.needs != .journal && at == nil }
  var lastRecords: Int? { nil }

  /// The explanation and the examples, in the help's form.
  static func discussion(calledAs call: String) -> String {
    let lines = examples.map { $0.isEmpty ? "  \(call)" : "  \(call) \($0)" }
      .joined(separator: "\n")
    let parts = [explanation, examples.isEmpty ? nil : "EXAMPLES:\n" + lines]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  /// The explanation and the examples for the shell, where the target comes first.
  static var shellDiscussion: String {
    let target =
      switch needs {
      case nil: "tree.json"
      case .journal: "app.journal"
      case .handlers, .leaks, .actions, .exploring: "@ExamMaster"
      }
    return discussion(calledAs: "modeltree \(commandName) \(target)")
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: commandName, abstract: abstract,
      discussion: discussion(calledAs: commandName), aliases: aliases)
  }
}

/// A command with options for JSON, a moment, and an output file.
protocol FormattedQuestion: Question {
  var output: OutputOptions { get }
}

extension FormattedQuestion {
  var at: MomentWord? { output.at }
}

extension Question {
  /// Returns the answer at the moment and in the format of the options.
  func ask(_ view: inout View) throws -> Answer {
    let options = (self as? any FormattedQuestion)?.output
    if let file = options?.file { try view.output.checkMayWrite(file) }
    return try view.looking(at: at, needs: needs) { view in
      do {
        var answer = try answer(&view)
        if let options { answer.options = options.answerOptions }
        return answer
      } catch let error as SelectionError {
        // If the tree has no such model, its journal may help.
        guard case .nothingMatches(let selector, nil) = error,
          let absence = view.absence(of: selector)
        else { throw error }
        throw absence
      }
    }
  }
}

/// A command that the shell runs.
protocol ShellCommand: ParsableCommand {
  /// Whether it talks while it runs, so that no line needs to say that it still does.
  static var isTalking: Bool { get }
  func run(writingTo output: ConsoleOutput) throws -> ExitStatus
}

extension ShellCommand {
  static var isTalking: Bool { false }
}

extension ParsableCommand {
  /// Returns the help requested by an error of parsing or running the command.
  ///
  /// - Throws: `ConsoleError` if the words are wrong, otherwise the error itself.
  static func help(for error: any Error, hint: @autoclosure () -> SafeText?) throws -> Answer {
    switch exitCode(for: error) {
    case .success:
      // A group's title says enough.
      let help = SafeText(
        lines: fullMessage(for: error).replacing(" SUBCOMMANDS:\n", with: ":\n"))
      return Answer { $0.line(help) }
    case .validationFailure:
      let sentence = sentence(of: message(for: error))
      guard let hint = hint()?.string else { throw ConsoleError("\(sentence)") }
      // A question ends its sentence.
      throw ConsoleError(
        sentence.hasSuffix("?")
          ? "\(sentence) \(hint.prefix(1).uppercased() + hint.dropFirst())"
          : "\(sentence); \(hint)")
    default:
      throw error
    }
  }

  /// The parser's message on one line, like other errors: a hint may continue it.
  private static func sentence(of message: String) -> String {
    var sentence = message.replacing("\n  - ", with: ", ").replacing(":,", with: ":")
      .replacing("\n", with: " ")
    if sentence.hasSuffix(".") { sentence.removeLast() }
    return sentence.replacing(". Did you mean", with: "; did you mean")
  }
}
