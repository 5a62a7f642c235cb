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
    let aliases = view.prompt.aliases
    if remove {
      guard let name, words.isEmpty else { throw ConsoleError.misuse(usage: "alias --remove WORD") }
      guard aliases[name] != nil else {
        let hint = aliases.keys.sorted().hint(for: name, otherwise: "'alias' lists the aliases")
        throw ConsoleError("'\(name)' isn't an alias; \(hint)")
      }
      view.prompt.aliases[name] = nil
      return .nothing
    }
    if let name, !words.isEmpty {
      // A quoted argument is the line itself; several arguments are its words.
      let line = words.count == 1 ? words[0] : words.map(ShellWords.quote).joined(separator: " ")
      guard try !ShellWords.splitAsWritten(line).isEmpty, ShellWords.quote(name) == name,
        !name.hasPrefix("#"), !name.hasPrefix("-")
      else { throw ConsoleError.misuse(usage: "alias WORD COMMAND …") }
      view.prompt.aliases[name] = line
      return .nothing
    }
    let names = aliases.keys.sorted().filter { name == nil || $0 == name }
    return Answer {
      .object { json in for name in names { json.write(name, aliases[name]) } }
    } text: { text in
      if names.isEmpty { return text.line("no aliases") }
      let width = names.map { SafeText($0).columns }.max() ?? 0
      for name in names {
        text.append(SafeText(name), width: width + 2)
        text.line("\(aliases[name] ?? "")")
      }
    }
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
      for name in names {
        text.append(SafeText(name.rawValue), width: 8)
        text.append(SafeText(settings.value(of: name)), width: 10)
        text.line(name.help, .dim)
      }
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
    guard let name else { return list(view.prompt.remembered) }
    let state = try view.state()
    let replaced = view.prompt.remember(state, as: name)
    return Answer {
      .object { Self.write(name, state, to: &$0) }
    } text: { text in
      let end: SafeText = replaced.map { ", in place of \($0.snapshot.count)" } ?? ""
      text.line("remembered \(counted(state.snapshot.count, "model")) as '\(name)'\(end)")
    }
  }

  private func list(_ trees: [(name: String, state: TreeState)]) -> Answer {
    Answer {
      .array { json in
        for (name, state) in trees { json.object { Self.write(name, state, to: &$0) } }
      }
    } text: { text in
      if trees.isEmpty {
        text.line("nothing is remembered; 'snapshot NAME' remembers the present tree")
      }
      let width = trees.map { SafeText($0.name).columns }.max() ?? 0
      for (name, state) in trees {
        text.line(SafeText(name).padded(to: width + 2) + counted(state.snapshot.count, "model"))
      }
    }
  }

  private static func write(_ name: String, _ state: TreeState, to json: inout JSONObject) {
    json.write("name", name)
    json.write("models", state.snapshot.count)
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
