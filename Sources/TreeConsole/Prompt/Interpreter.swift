import ArgumentParser
import TextIO

/// Runs lines of a prompt, typed or from a script, against its target.
struct Interpreter {
  let context: CommandContext

  /// Runs one line of a script. An empty line and a comment do nothing.
  ///
  /// - Throws: An error whose description is the one line to show; `Interrupted` where nobody waits
  ///   for the answer.
  func run(_ line: String) throws {
    if Self.isComment(line) { return }
    if context.session.settings.echoes, line.contains(where: { !$0.isWhitespace }) {
      context.output.noteLine("+ \(line)")
    }
    try run(words: ShellWords.splitAsWritten(line))
    try context.output.flush()
  }

  /// Runs a line that was typed at a terminal, whose answer may go through a command or a pager.
  ///
  /// - Throws: As for a line of a script.
  func runTyped(_ line: String) throws {
    if Self.isComment(line) { return }
    let start = ContinuousClock.now
    defer { if context.session.settings.showsTime { noteTime(since: start) } }
    let output = context.output
    if let (line, command) = ShellWords.pipe(in: line) {
      guard [line, command].allSatisfy({ $0.contains { !$0.isWhitespace } }) else {
        throw ConsoleError.misuse(usage: "COMMAND | COMMAND OF THE SHELL")
      }
      let (_, answer) = try output.capture { try run(words: ShellWords.splitAsWritten(line)) }
      guard let status = try output.pipe(answer, into: command) else {
        throw ConsoleError.noProcess
      }
      if status == Self.interruptedStatus { throw Interrupted() }
      return
    }
    do {
      try run(words: ShellWords.splitAsWritten(line))
    } catch {
      // What was answered before the error stays.
      if !(error is Interrupted) { try output.flush() }
      throw error
    }
    let answer = output.takeCollected()
    guard let pager = context.session.settings.pager, !output.fits(answer) else {
      return try output.send(answer)
    }
    // The statuses by which a shell says that there is no such command, or that it cannot be run.
    let status = try output.pipe(answer, into: pager)
    if status == nil || status == 126 || status == 127 { try output.send(answer) }
  }

  /// The status of a command of the shell that Ctrl-C ended.
  private static let interruptedStatus: Int32 = 130

  static func isComment(_ line: String) -> Bool {
    line == "#" || line.hasPrefix("# ") || line.hasPrefix("#\t")
  }

  private func noteTime(since start: ContinuousClock.Instant) {
    let milliseconds = start.duration(to: .now) / .milliseconds(1)
    let text: SafeText =
      milliseconds < 10
      ? "\(Int(milliseconds * 10) / 10).\(Int(milliseconds * 10) % 10) ms"
      : "\(Int(milliseconds)) ms"
    context.output.noteLine("took \(text)")
  }

  /// Reading a command's options costs the square of how many there are.
  private static let mostWords = 5_000

  /// Runs the words of one line.
  func run(words written: [ShellWords.WrittenWord]) throws {
    guard let first = written.first else { return }
    if written.count > Self.mostWords {
      throw ConsoleError.tooManyWords(written.count, limit: Self.mostWords)
    }
    if first.isPlain, first.word.text.hasPrefix("#") {
      throw ConsoleError.notACommand(
        first.word.text, remedy: "'show \(ShellWords.quote(first.word.text))' shows that model")
    }
    if let usage = Self.withOutputOption(written) { throw ConsoleError.misuse(usage: usage) }
    let words = try Aliases(context.session.aliases).expand(written)
    var arguments = try words.map(value)[...]
    guard let typed = arguments.popFirst() else { return }
    if typed == context.output.program || typed == "modeltree" {
      throw ConsoleError.programAtPrompt(typed)
    }
    var name = typed == "?" ? "help" : try command(typed)
    if name == "help" {
      guard let about = arguments.first(where: { $0 != "help" }) else {
        context.output.write(line: PromptCommands.help)
        return
      }
      (name, arguments) = (try command(about), ["--help"])
    }
    guard let command = PromptCommands.command(named: name) else {
      throw ConsoleError.unknown(.command(help: "help"), name, nearest: nil)
    }
    try run(command, name, Array(arguments))
  }

  /// The line with `-o FILE` in place of a shell's `> FILE`; nil where it has none.
  private static func withOutputOption(_ words: [ShellWords.WrittenWord]) -> String? {
    let sign = words.firstIndex { $0.plainCount > 0 && $0.word.text.hasPrefix(">") }
    guard let place = sign else { return nil }
    let name = words[place].word.text.drop { $0 == ">" }
    let next = words.dropFirst(place + 1).first?.word.text
    let file = name.isEmpty ? next ?? "FILE" : String(name)
    let command = words[..<place].map { ShellWords.quote($0.word.text) }
    return (command + ["-o", ShellWords.quote(file)]).joined(separator: " ")
  }

  /// Runs a command with its arguments as they are.
  func run(
    _ command: any ParsableCommand.Type, _ name: String, _ arguments: [String]
  ) throws {
    context.output.beginProgress(of: name)
    defer {
      context.output.progress?.end()
      context.output.progress = nil
    }
    do {
      var parsed = try command.parseAsRoot(arguments)
      try context.output.checkMayName(parsed.fileNames)
      if let command = parsed as? any InspectorCommand {
        try context.target.require(type(of: command).needs)
        try command.runAnswering(in: context)
      } else {
        try parsed.run()
      }
    } catch {
      try command.answer(error, to: context.output, hint: "see 'help \(name)'")
      if command == Do.self { Do.writeActions(of: context.target, to: context.output) }
    }
  }

  /// The command that a word names: by its name, or by the beginning of one name only.
  private func command(_ word: String) throws -> String {
    let names = PromptCommands.names
    let fitting = names.contains(word) || word.isEmpty ? [] : names.filter { $0.hasPrefix(word) }
    // Two names of one command are one answer.
    let commands = Set(fitting.map { PromptCommands.command(named: $0)?._commandName ?? $0 })
    if commands.count > 1 { throw ConsoleError.ambiguousCommand(word, fitting.sorted()) }
    if let name = fitting.first { return name }
    try CommandName.check(
      [word], among: names + context.session.aliases.keys.sorted(), at: .prompt)
    return word
  }

  /// What a word stands for: the model of `$1` or `--from=$1`, a path in the home folder, else
  /// itself.
  private func value(of written: ShellWords.WrittenWord) throws -> String {
    let text = written.word.text
    guard written.isPlain, let mark = text.firstIndex(of: "$") else { return written.expanded }
    let isWord = mark == text.startIndex
    let isValue = text.hasPrefix("--") && text[..<mark].hasSuffix("=")
    let name = text[text.index(after: mark)...]
    guard isWord || isValue, let number = name == "_" ? 1 : Int(name), number > 0 else {
      return text
    }
    return try text[..<mark] + "#\(context.foundModel(number, as: "$\(name)"))"
  }
}

extension CommandContext {
  /// The id of a model of the last answer that was about models.
  ///
  /// - Throws: `ConsoleError.notFound` where there is no such model any more.
  fileprivate func foundModel(_ number: Int, as name: String) throws -> Int {
    guard number <= session.found.count else {
      throw ConsoleError.noSuchFound(name, count: session.foundCount)
    }
    let mark = session.found[number - 1]
    guard mark.position(in: try target.state()) != nil else {
      throw ConsoleError.foundHasLeft(name, id: mark.id)
    }
    return mark.id
  }
}
