import ArgumentParser
import TextIO

/// The option of commands whose answers hold lists.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show at most this many entries of each list, or all; in JSON, left out, all.",
      valueName: "number"))
  var limit: Limit?

  /// How many entries of a list the text shows.
  ///
  /// - Parameter usual: How many, where neither an option nor `set` says so.
  func number(_ context: CommandContext, usual: Int = .max) -> Int { chosen(context) ?? usual }

  /// How many entries an option or `set` asks for; nil where neither does.
  func chosen(_ context: CommandContext) -> Int? {
    (limit ?? context.session.settings.limit)?.number
  }

  /// How many entries of a list JSON holds.
  var numberInJSON: Int { limit?.number ?? .max }
}

/// The options of commands whose answers are lists.
struct ListOptions: ParsableArguments {
  @OptionGroup var limits: LimitOptions

  @Flag(help: "Answer with the number of entries only.")
  var count = false

  /// Answers with the number of entries.
  func answer(_ number: Int, _ options: OutputOptions, to output: ConsoleOutput) {
    Self.answer(number, options, to: output)
  }

  /// The same for commands with a limit of their own.
  static func answer(_ number: Int, _ options: OutputOptions, to output: ConsoleOutput) {
    options.answer(to: output) {
      .object { $0.write("count", number) }
    } text: {
      $0.line("\(number)")
    }
  }
}
