import ArgumentParser
import TextIO

/// How many entries of a list are shown.
enum Limit: Hashable, ExpressibleByArgument {
  case count(Int)
  case all

  /// Reads a number from 1, or `all`.
  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let count = Int(argument), count > 0 {
      self = .count(count)
    } else {
      return nil
    }
  }

  static var defaultCompletionKind: CompletionKind { .list(["all"]) }

  /// The limit as it is written.
  var text: String {
    switch self {
    case .count(let count): String(count)
    case .all: "all"
    }
  }

  /// The largest number of entries.
  var number: Int {
    switch self {
    case .count(let count): count
    case .all: .max
    }
  }
}

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
  func number(_ context: CommandContext, usual: Int = .max) -> Int {
    (limit ?? context.session.settings.limit)?.number ?? usual
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
    options.answer(to: output) {
      .object { $0.write("count", number) }
    } text: {
      $0.line("\(number)")
    }
  }
}
