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

/// Sets or shows settings for the following lines.
struct SetOption: FormattedQuestion {
  static let commandName = "set"
  static let abstract = "Change a setting for the following lines; 'set' alone lists them."
  static let explanation: String? = PromptSettings.Name.allCases
    .map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n")
  static let examples = ["", "limit 20", "color off"]

  @Argument(
    help: "The setting.", completion: .list(PromptSettings.Name.allCases.map(\.rawValue)))
  var name: String?

  @Argument(help: "Its value.", completion: .list(["on", "off", "all"]))
  var value: String?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let names = PromptSettings.Name.allCases.filter { name == nil || $0.rawValue == name }
    if let name, names.isEmpty || value != nil {
      try view.prompt.settings.set(name, to: value ?? "")
      return .nothing
    }
    let settings = view.prompt.settings
    return Answer {
      .object { json in for name in names { json.write(name.rawValue, settings.value(of: name)) } }
    } text: { text in
      text.table(
        names.map { name in
          [
            (SafeText(name.rawValue), .plain), (SafeText(settings.value(of: name)), .plain),
            (name.help, .dim),
          ]
        })
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
