import ArgumentParser

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
