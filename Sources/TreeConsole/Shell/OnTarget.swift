import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A command in the shell: its target comes before its own arguments.
struct OnTarget<Command: Question>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.shellDiscussion, aliases: Command.aliases)
  }

  /// Whether the command also works on many dumps.
  private static var takesMany: Bool { Command.self is any ManyDumpsQuestion.Type }

  @Argument(
    help: ArgumentHelp(
      "\(takesMany ? "A dump, or a folder or quoted pattern of dumps" : "A dump"), '-' for standard "
        + "input, or a running app: @NAME."), completion: TargetWord.completion)
  var dump: String

  @OptionGroup var command: Command

  @Option(
    help: ArgumentHelp(
      "Read the names of dumps from this file, one a line or each followed by a zero byte.",
      valueName: "file", visibility: takesMany ? .default : .private),
    completion: .file())
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      "Show the objects below those of this class, read from the memory of a core file or of the "
        + "process @PID.", valueName: "class", visibility: isPrint ? .default : .hidden))
  var reflect: String?

  private static var isPrint: Bool { Command.self == Print.self }

  func validate() throws {
    if filesFrom != nil { throw ValidationError("Unknown option '--files-from'") }
  }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    try output.withProgress(of: Command.commandName) {
      var view = View(NoTarget(), output)
      if let many = command as? any ManyDumpsQuestion,
        var answer = try many.answer(manyDumps: dump, view)
      {
        answer.options = many.output.answerOptions
        try view.show(answer)
        return view.status
      }
      view = View(try TargetWord(dump).open(output.attendant, reflecting: reflect), output)
      try view.require(command.needs)
      let answer = try command.ask(&view)
      try view.show(answer)
      if command.isAboutPresentTree { view.noteRemark() }
      return view.status
    }
  }
}

/// A shell command without a target.
struct WithoutTarget<Command: Question>: ShellCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Command.commandName, abstract: Command.abstract,
      discussion: Command.discussion(calledAs: "modeltree \(Command.commandName)"))
  }

  @OptionGroup var command: Command

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    var view = View(NoTarget(), output)
    try view.show(command.ask(&view))
    return view.status
  }
}

/// `diff` in the shell: two dumps, two folders of them, or two moments of one journal.
struct DiffInShell: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Diff.commandName, abstract: Diff.abstract,
    discussion: """
      The status is 0 if the trees are equal, 1 if anything is different.

      \(Diff.reading)

      Two folders are compared dump by dump, by their names; equal differences are put together: in how \
      many dumps, and the first of them. With --json: dumps, unreadable (dump, error) and differences \
      (what, which is missing or extra for a whole dump, path, detail, dumps, first).

      EXAMPLES:
        modeltree diff before.json after.json
        modeltree diff before.json - --json < after.json
        modeltree diff build-1180 build-1181
        modeltree diff app.journal --at -10s --to -2s
      """)

  @Argument(
    help: "The older dump, '-' for standard input, a running app, or a folder.",
    completion: TargetWord.completion)
  var old: String

  @Argument(
    help: "The newer dump, running app or folder.", completion: TargetWord.completion)
  var new: String?

  @OptionGroup var comparison: Comparison

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let at = comparison.output.at
    if new == nil, at == nil {
      throw ConsoleError(
        "name a second tree, or two moments of one: diff app.journal --at 12 --to 40")
    }
    if new != nil, comparison.to != nil || at != nil { throw Comparison.twoTreesAndMoment }
    if old == "-", new == "-" {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    return try output.withProgress(of: Diff.commandName) {
      var view = View(NoTarget(), output)
      var answer: Answer
      if let new, let folders = try DiffFolders(old, new) {
        answer = try folders.answer(comparison.list, view)
      } else if let new {
        answer = try comparison.answer((.named(old, in: view), .named(new, in: view)), view)
      } else {
        view = View(try TargetWord(old).open(output.attendant), output)
        answer = try view.looking(at: at, needs: nil) { view in
          try comparison.answer(view.moments(to: comparison.to), view)
        }
      }
      answer.options = comparison.output.answerOptions
      try view.show(answer)
      return view.status
    }
  }
}

/// The differences between dumps of the same name in two folders.
private struct DiffFolders {
  private let old: String
  private let new: String

  /// Nil if neither is a folder.
  ///
  /// - Throws: `ConsoleError` if only one is.
  init?(_ old: String, _ new: String) throws(ConsoleError) {
    let (isOld, isNew) = (FileNames.isFolder(old), FileNames.isFolder(new))
    if !isOld, !isNew { return nil }
    if !isOld || !isNew {
      throw ConsoleError(
        "'\(isOld ? old : new)' is a folder, and '\(isOld ? new : old)' isn't; name two folders, or "
          + "two dumps")
    }
    self.old = FileNames.withoutSlash(old)
    self.new = FileNames.withoutSlash(new)
  }

  func answer(_ list: ListOptions, _ view: View) throws -> Answer {
    let (before, after) = (try names(in: old), try names(in: new))
    let both = Set(before).intersection(after)
    let facts = try CollectedFacts(Set(before).union(after).sorted()) { [old, new] name in
      guard both.contains(name) else {
        let isOld = before.contains(name)
        return [
          DumpFact(
            ["what": isOld ? "missing" : "extra", "path": name],
            text: ["\(name) is only in \(isOld ? old : new)"], isFault: true)
        ]
      }
      let difference = TreeDifference(
        from: try FileTarget(inFolder: "\(old)/\(name)").snapshot,
        to: try FileTarget(inFolder: "\(new)/\(name)").snapshot, matching: .shape)
      return DifferenceReport(difference, labeled: false).facts
    }
    return facts.answer(("difference", "differences"), list, noting: view.output)
  }

  private func names(in folder: String) throws(ConsoleError) -> [String] {
    try SpecFiles.dumps(in: folder).map { String($0.dropFirst(folder.count + 1)) }
  }
}
