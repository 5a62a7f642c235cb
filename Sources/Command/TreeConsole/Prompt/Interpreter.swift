import ArgumentParser
import TextIO
import TreeAnalysis

/// Runs lines of a prompt, typed or from a script.
enum Interpreter {
  /// The maximum number of words in a line: parsing a command's options takes quadratic time.
  private static let mostWords = 5_000

  /// Returns the answer to a line. An empty line and a comment have none.
  ///
  /// - Throws: An error whose description is the one line to show.
  static func answer(_ line: String, in view: inout View) throws -> Answer {
    try answer(ShellWords.splitAsWritten(line), in: &view)
  }

  /// Runs one line, and shows its answer.
  static func run(_ line: String, in view: inout View) throws {
    try view.show(answer(line, in: &view))
  }

  /// Returns the answer to the words of a line.
  static func answer(
    _ written: [ShellWords.WrittenWord], in view: inout View
  ) throws -> Answer {
    guard let first = written.first else { return .nothing }
    if written.count > mostWords {
      throw ConsoleError(
        """
        the line has \(written.count) words; a command is read from \(mostWords) at most: give it \
        several lines
        """)
    }
    if first.isPlain, first.word.text.hasPrefix("#") {
      let word = first.word.text
      throw ConsoleError(
        "'\(word)' isn't a command; 'show \(ShellWords.quote(word))' shows that model")
    }
    for mark in [">", "|"]
    where written.contains(where: { $0.plainCount > 0 && $0.word.text.hasPrefix(mark) }) {
      throw ConsoleError("'\(mark)' isn't understood here; '-o FILE' writes the answer to a file")
    }
    let words = try expandingAliases(written, view)
    var arguments = words.map(\.expanded)[...]
    guard let typed = arguments.popFirst() else { return .nothing }
    if typed == view.output.program || typed == "modeltree" {
      throw ConsoleError("leave '\(typed)' out: the prompt's commands are the same")
    }
    var name = typed == "?" ? "help" : try command(typed, view)
    if name == "help" {
      guard let topic = arguments.first(where: { $0 != "help" }) else {
        return Answer { $0.line(PromptCommands.help) }
      }
      (name, arguments) = (try command(topic, view), ["--help"])
    }
    return try answer(name, Array(arguments), in: &view)
  }

  /// Runs a command with arguments, which aren't expanded.
  static func answer(
    _ name: String, _ arguments: [String], in view: inout View
  ) throws -> Answer {
    guard let command = PromptCommands.command(named: name) else {
      throw CommandName.unknown(name, among: [])
    }
    do {
      return try view.output.withProgress(of: name) {
        var parsed = try command.flat.parseAsRoot(MessageCodes.marked(arguments, of: name))
        if let question = (parsed as? any FlatCommand)?.command as? any Question {
          try view.output.checkMayName(question.fileNames)
          try view.require(question.needs)
          return try question.ask(&view)
        }
        try parsed.run()
        return .nothing
      }
    } catch {
      // Another program has no help command.
      return try command.help(
        for: error, hint: view.output.isForProgram ? nil : "see 'help \(name)'")
    }
  }

  /// Replaces a leading alias with its line, repeatedly. No alias is expanded twice, so that an
  /// alias may add options to the command of the same name.
  private static func expandingAliases(
    _ words: [ShellWords.WrittenWord], _ view: View
  ) throws -> [ShellWords.WrittenWord] {
    var (words, seen) = (words, Set<String>())
    while let first = words.first, first.isPlain, let line = view.prompt.aliases[first.word.text],
      seen.insert(first.word.text).inserted
    {
      words = try ShellWords.splitAsWritten(line) + words.dropFirst()
    }
    return words
  }

  /// The command that a word names, by its name or an unambiguous prefix.
  private static func command(_ word: String, _ view: View) throws -> String {
    let names = PromptCommands.names
    let matches = names.contains(word) || word.isEmpty ? [] : names.filter { $0.hasPrefix(word) }
    // `pri` means `print`, and not `printSessionTree`.
    if let name = matches.min(by: { $0.count < $1.count }) {
      if matches.allSatisfy({ $0.hasPrefix(name) }) { return name }
      let list = matches.sorted().joined(separator: ", ")
      throw ConsoleError("'\(word)' could be \(list); type more of one")
    }
    try CommandName.check([word], among: names + view.prompt.aliases.keys.sorted())
    return word
  }
}

/// Runs the commands in a file.
struct Source: FormattedQuestion {
  static let commandName = "source"
  static let abstract = "Run the commands in a file, line by line, up to the first that fails."
  static let explanation: String? =
    "A file may run others in this way. An error begins with the file and the line."
  static let examples = ["questions.txt", "~/.questions"]
  /// The maximum depth of files that read other files.
  private static let depthLimit = 16

  @Argument(help: "The file.")
  var file: InputFile

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let file = file.rawValue
    if view.prompt.sources.contains(file) {
      throw ConsoleError("'\(file)' is being read already; a file cannot run itself")
    }
    guard view.prompt.sources.count < Self.depthLimit else {
      throw ConsoleError(
        "'\(file)' is nested \(Self.depthLimit) files deep; put the commands into fewer files")
    }
    let text = try FileBytes(path: file).withBuffer { String(decoding: $0, as: UTF8.self) }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().makeIterator()
    let sources = view.prompt.sources
    return .parts { view in
      view.prompt.sources = sources
      guard !view.prompt.isFinished, let (index, line) = lines.next() else { return nil }
      try view.output.run.interruption.check()
      view.prompt.sources.append(file)
      let place: SafeText = "\(file):\(index + 1)"
      do {
        var answer = try Interpreter.answer(ShellWords.line(line, isFirst: index == 0), in: &view)
        // Of files within each other, the innermost is named.
        if answer.parts == nil { answer.failure = answer.failure.map { "\(place): \($0)" } }
        return answer
      } catch {
        throw error is Interrupted ? error : ConsoleError("\(place): \(error)")
      }
    }
  }
}

/// Repeats a command.
struct Watch: Question {
  static let commandName = "watch"
  static let abstract = "Repeat a command; print its output when it changes."
  static let explanation: String? = """
    Ctrl-C ends it; a script needs --times. It continues when the command's model leaves the tree. The \
    options of 'watch' come before the command.
    """
  static let examples = ["find 'Exam*'", "--every 0.2 --times 50 leaks"]

  @Option(help: .value("seconds", "Wait this long between two runs."))
  var every = 1.0

  @Option(help: .value("number", "Run the command this many times."))
  var times: Int?

  @Argument(parsing: .captureForPassthrough, help: "The command.", completion: .list([]))
  var command: [String]

  func answer(_ view: inout View) throws -> Answer {
    // What follows is the command's; alone, it is for this one.
    if ["--help", "-h"].contains(command.first) { throw CleanExit.helpRequest(self) }
    guard every > 0, every <= Wait.limit else {
      throw ConsoleError("--every \(every): give a number of seconds above 0, up to 3600")
    }
    if let times, times < 1 { throw ConsoleError("--times \(times): give a number from 1") }
    if times == nil, !view.output.isPrompt {
      throw ConsoleError("say how often: watch --times 10 COMMAND")
    }
    let words = try ShellWords.splitAsWritten(command.map(ShellWords.quote).joined(separator: " "))
    let start = ContinuousClock.now
    var last: [UInt8]?
    var runs = 0
    return .parts { view in
      while runs != times, !view.prompt.isFinished {
        if runs > 0 { try view.pause(for: .seconds(every)) }
        runs += 1
        let isFirst = last == nil
        var (isText, answer): (Bool, [UInt8])
        do {
          let asked = try Interpreter.answer(words, in: &view)
          isText = !asked.isJSON
          answer = try view.collect(asked)
        } catch let error where !isFirst && (error is SelectionError || error is ConsoleError) {
          // What the command is about has left the tree, and may come again.
          let shown = command.contains("--count") ? "0" : "\(error)"
          (isText, answer) = (true, Array("\(shown)\n".utf8))
        }
        if answer == last { continue }
        last = answer
        let seconds = Int(start.duration(to: .now).components.seconds)
        return Answer(
          body: .bytes(isText ? .text : .verbatim) { sink in
            if !isFirst {
              sink.write(("after \(counted(seconds, "second")):\n" as SafeText).string)
            }
            sink.write(answer)
          })
      }
      return nil
    }
  }
}
