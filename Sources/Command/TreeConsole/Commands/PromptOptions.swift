import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

// Commands that change the prompt itself.

/// Defines a name for a line, or for its beginning.
struct Alias: FormattedQuestion {
  static let commandName = "alias"
  static let abstract = "Define or list aliases."
  static let explanation: String? = """
    Words after the alias are added to its command. A command's own name may be an alias of \
    the command with other options.
    """
  static let examples = ["", "ex find 'Exam*' --limit 5", "print print --errors", "--remove ex"]

  @Flag(help: "Remove the alias.")
  var remove = false

  @Argument(help: "The alias.")
  var name: String?

  @Argument(
    parsing: .captureForPassthrough, help: "Its command, perhaps with options.")
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let aliases = view.prompt.aliases.sorted { $0.key < $1.key }
    guard let name else {
      return Answer {
        .object { json in for (name, line) in aliases { json.write(name, line) } }
      } text: { text in
        if aliases.isEmpty { text.line("no aliases") }
        text.table(aliases.map { [(SafeText($0.key), .plain), (SafeText($0.value), .plain)] })
      }
    }
    // A quoted argument is the line itself; several arguments are its words.
    let line = words.count == 1 ? words[0] : words.map(ShellWords.quote).joined(separator: " ")
    let isEmpty = try ShellWords.splitAsWritten(line).isEmpty
    guard isEmpty == remove, ShellWords.quote(name) == name, !name.hasPrefix("#"),
      !name.hasPrefix("-")
    else { throw ConsoleError.misuse(usage: "alias WORD COMMAND …, or alias --remove WORD") }
    view.prompt.aliases[name] = remove ? nil : line
    return .nothing
  }
}

/// Sets or shows how much of a list the following lines show.
struct SetOption: FormattedQuestion {
  static let commandName = "set"
  static let abstract = "Change a setting for the following lines; 'set' alone lists them."
  static let explanation: String? =
    "limit: entries of a list to show, or all; off: each command's own"
  static let examples = ["", "limit 20", "limit off"]

  /// A setting.
  enum Setting: String, CaseIterable, ExpressibleByArgument {
    case limit
  }

  @Argument(help: "The setting.")
  var setting: Setting?

  @Argument(help: "Its value.", completion: .list(["off", "all"]))
  var value: String?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    if let value {
      let limit = Limit(argument: value)
      if limit == nil, value != "off" {
        throw ConsoleError.misuse(usage: "set limit NUMBER, all, or off")
      }
      view.prompt.limit = limit
      return .nothing
    }
    let value = view.prompt.limit?.text ?? "off"
    return Answer {
      .object { $0.write(Setting.limit.rawValue, value) }
    } text: { text in
      text.line("\(Setting.limit.rawValue)  \(value)")
    }
  }
}

/// Remembers the current tree under a name.
struct Remember: FormattedQuestion {
  static let commandName = "snapshot"
  static let abstract = "Remember the present tree under a name, to compare with it later."
  static let explanation: String? = """
    'snapshot' alone lists the remembered trees. A name that is in use moves to the new tree. All are \
    forgotten when the prompt ends.
    """
  static let examples = ["", "start"]

  @Argument(help: "The name.")
  var name: String?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    guard let name else {
      let trees = view.prompt.remembered.map { ($0.name, $0.state.snapshot.count) }
      return Answer {
        .array(of: trees) { tree, json in Self.write(tree.0, tree.1, to: &json) }
      } text: { text in
        if trees.isEmpty {
          text.line("nothing is remembered; 'snapshot NAME' remembers the present tree")
        }
        text.table(trees.map { [(SafeText($0), .plain), (counted($1, "model"), .plain)] })
      }
    }
    let state = try view.state()
    view.prompt.remember(state, as: name)
    let count = state.snapshot.count
    return Answer {
      .object { Self.write(name, count, to: &$0) }
    } text: {
      $0.line("remembered \(counted(count, "model")) as '\(name)'")
    }
  }

  private static func write(_ name: String, _ models: Int, to json: inout JSONObject) {
    json.write("name", name)
    json.write("models", models)
  }
}

/// Ends a prompt.
struct Quit: Question {
  static let commandName = "quit"
  static let abstract = "Leave the prompt; Ctrl-D does too."
  static let aliases = ["exit"]

  func answer(_ view: inout View) -> Answer {
    view.prompt.isFinished = true
    return .nothing
  }
}
