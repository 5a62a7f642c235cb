package import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The shell's command.
package struct ModelTreeCommand: ParsableCommand {
  /// The command's help and its subcommands.
  package static let configuration = CommandConfiguration(
    commandName: "modeltree",
    abstract:
      "Inspect a tree of models: what it holds, what listens to what, and what would handle a message.",
    discussion: """
      EXAMPLES:
        modeltree repl tree.json
        modeltree print @ExamMaster --all
        modeltree trace tree.json error badToken --from ExamOptionsPickerModel
        modeltree render tree.json -o tree.svg
        modeltree journal app.journal --what uncaught

      Answers go to standard output, everything else to standard error. The status is 0 if all went \
      well, 1 if 'check', 'diff', 'compare', 'lint', 'leaks', 'problems' or 'explore' found something, \
      2 if the usage or the input is wrong. 'help selectors' explains how to name models, 'help specs' how \
      to write specs.
      """,
    version: Version.withCommit,
    groupedSubcommands: [
      group(
        "Inspect the tree", OnTarget<Print>.self, OnTarget<PrintSessionTree>.self,
        OnTarget<Show>.self, OnTarget<Find>.self, OnTarget<Leaks>.self),
      group(
        "Follow messages", OnTarget<Trace>.self, OnTarget<Raise>.self, OnTarget<Routes>.self,
        OnTarget<Resolve>.self),
      group(
        "Check and compare", OnTarget<Problems>.self, OnTarget<Lint>.self, OnTarget<Check>.self,
        WithoutTarget<Diff>.self, WithoutTarget<Compare>.self),
      group("Look back", OnTarget<JournalCommand>.self, OnTarget<History>.self),
      group("Draw and export", OnTarget<Render>.self, Page.self, Export.self),
      group("With the running app", WithoutTarget<Apps>.self, OnTarget<Do>.self, Explore.self),
      group("Prompts and agents", ReplInShell.self, ServeAgents.self),
      group("Languages", Selectors.self, Specs.self),
    ])

  private static func group(
    _ name: String, _ commands: any ParsableCommand.Type...
  ) -> CommandGroup {
    CommandGroup(name: name, subcommands: commands.map { $0.flat })
  }

  /// Creates the command, for the argument parser.
  package init() {}

  private static let names =
    ["help"]
    + configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }

  /// Runs the command line of the process, and exits.
  package static func main() -> Never {
    Descriptor.reserveStandardStreams()
    let output = ConsoleOutput(program: ConsoleOutput.processName)
    exit(withError: ExitCode(run(Array(CommandLine.arguments.dropFirst()), writingTo: output)))
  }

  /// Runs a command line and returns the status to exit with.
  static func run(_ arguments: [String], writingTo output: ConsoleOutput) -> Int32 {
    do {
      return try answer(arguments, writingTo: output).rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      output.noteError("\(error)")
      return ExitStatus.wrong.rawValue
    }
  }

  private static func answer(
    _ arguments: [String], writingTo output: ConsoleOutput
  ) throws -> ExitStatus {
    var status = ExitStatus.done
    do {
      try CommandName.check(arguments, among: names, calledAs: "modeltree ")
      var command = try parseAsRoot(MessageCodes.marked(arguments, of: arguments.first ?? ""))
      if let command = (command as? any FlatCommand)?.command as? any ShellCommand {
        let name = type(of: command).isTalking ? nil : arguments.first
        status = try output.withProgress(of: name) { try command.run(writingTo: output) }
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      throw code
    } catch {
      // A shell reads a completion script as it is.
      let isScript = arguments.first?.hasPrefix("--generate-completion-script") == true
      if isScript, exitCode(for: error).isSuccess { exit(withError: error) }
      let name: SafeText = arguments.first.flatMap { names.contains($0) ? " \($0)" : nil } ?? ""
      try output.show(help(for: error, hint: "see 'modeltree help\(name)'"))
    }
    try output.flush()
    return status
  }
}

/// Opens a prompt on a dump or a running app.
struct ReplInShell: ShellCommand {
  static let isTalking = true
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Open a prompt inside a dump or a running app; standard input may be a script.",
    discussion: """
      EXAMPLES:
        modeltree repl tree.json
        modeltree repl @ExamMaster
        modeltree repl tree.json -c 'print --all' -c 'find [session]'
        modeltree repl tree.json < questions.txt
      """)

  @Argument(
    help: "A dump, '-' for standard input, or a running app: @NAME, @PID.",
    completion: TargetWord.completion)
  var dump: String

  @Option(
    name: [.customShort("c")],
    help: .value("command", "Run this command and leave; may be repeated."))
  var commands: [String] = []

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", commands.isEmpty {
      throw ConsoleError("the dump takes up standard input; give the commands with -c")
    }
    let target = try TargetWord(dump).open(output.attendant)
    return Repl(target: target, program: output.program, isColored: !noColor)
      .run(commands: commands)
  }
}

/// A command in the shell: its target comes before its own arguments.
struct OnTarget<Command: Question>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.shellDiscussion, aliases: Command.aliases)
  }

  @Argument(
    help: "A dump, '-' for standard input, or a running app: @NAME.",
    completion: TargetWord.completion)
  var dump: String

  @OptionGroup private var command: Command

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    try command.run(on: dump, writingTo: output)
  }
}

extension Question {
  /// Asks the target of a word, and shows the answer.
  func run(on target: String, writingTo output: ConsoleOutput) throws -> ExitStatus {
    try showAnswer(on: target, writingTo: output)
  }

  /// Asks the target of a word, and shows the answer.
  func showAnswer(on target: String, writingTo output: ConsoleOutput) throws -> ExitStatus {
    let target = try TargetWord(target).open(output.attendant, lastRecords: lastRecords)
    var view = View(target, output)
    try view.require(needs)
    view.noteFaults()
    let answer = try ask(&view)
    try view.show(answer)
    if isAboutPresentTree { view.noteRemark() }
    return view.status
  }
}

/// A shell command without a target.
struct WithoutTarget<Command: Question>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.discussion(calledAs: "modeltree \(Command.commandName)"))
  }

  @OptionGroup private var command: Command

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    var view = View(NoTarget(), output)
    try view.show(command.ask(&view))
    return view.status
  }
}
