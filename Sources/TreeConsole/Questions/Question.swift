import ArgumentParser
import TextIO
import TreeAnalysis

/// A command: typed arguments, and the answer to them. It writes nowhere, and knows of no terminal.
protocol Question: ParsableCommand {
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
  /// What the target must be able to do; nil if every target has it.
  static var needs: Capability? { get }

  /// The explanation and the examples for the shell, where a target comes first.
  static var shellDiscussion: String { get }

  /// The moment that the command asks about; nil for that of the view.
  var at: MomentWord? { get }

  /// Whether the answer is about the present tree, of which a person may have to know more.
  var isAboutPresentTree: Bool { get }

  /// Answers.
  ///
  /// - Throws: An error whose description a person can act on.
  func answer(_ view: inout View) throws -> Answer
}

extension Question {
  static var aliases: [String] { [] }
  static var explanation: String? { nil }
  static var examples: [String] { [] }
  static var needs: Capability? { nil }
  var at: MomentWord? { nil }
  var isAboutPresentTree: Bool { Self.needs != .journal && at == nil }

  /// The explanation and the examples, as the help shows them.
  static func discussion(calledAs call: String) -> String {
    let lines = examples.map { $0.isEmpty ? "  \(call)" : "  \(call) \($0)" }
      .joined(separator: "\n")
    let parts = [explanation, examples.isEmpty ? nil : "EXAMPLES:\n" + lines]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  static var shellDiscussion: String {
    let target =
      switch needs {
      case nil: "tree.json"
      case .journal: "app.journal"
      case .handlers, .leaks, .actions, .payloads: "@ExamMaster"
      }
    return discussion(calledAs: "modeltree \(commandName) \(target)")
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: commandName, abstract: abstract,
      discussion: discussion(calledAs: commandName), aliases: aliases)
  }
}

/// A command whose answer can be JSON, be about a moment, and go into a file.
protocol FormattedQuestion: Question {
  var output: OutputOptions { get }
}

extension FormattedQuestion {
  var at: MomentWord? { output.at }
}

extension Question {
  /// Answers at the moment and in the form that the options choose.
  func ask(_ view: inout View) throws -> Answer {
    let options = (self as? any FormattedQuestion)?.output
    return try view.looking(at: at, needs: Self.needs) { view in
      do {
        var answer = try answer(&view)
        if let options { answer.options = options.answerOptions }
        return answer
      } catch let error as SelectionError {
        // If the tree has no such model, its journal may know more.
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
  func run(writingTo output: ConsoleOutput) throws -> ExitStatus
}

/// A command that the shell runs for many dumps, too: a folder, a pattern or a list.
protocol ManyDumpsQuestion: FormattedQuestion {
  /// Answers for many dumps.
  ///
  /// - Parameter word: The word that stands for them.
  /// - Returns: nil if the word stands for one dump.
  func answer(manyDumps word: String, _ view: View) throws -> Answer?
}

extension ParsableCommand {
  /// Answers an error that parsing or running the command ended with, if it asks for help.
  ///
  /// - Throws: `ConsoleError` if the words are wrong, else the error itself.
  static func help(for error: any Error, hint: @autoclosure () -> SafeText?) throws -> Answer {
    switch exitCode(for: error) {
    case .success:
      let help = SafeText(lines: fullMessage(for: error))
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
