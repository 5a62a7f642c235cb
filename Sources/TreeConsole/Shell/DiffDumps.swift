import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// `diff` in the shell: two dumps, two folders of them, or two moments of one journal.
struct DiffDumps: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: Diff.commandName, abstract: Diff.abstract,
    discussion: """
      The status is 0 where the trees are equal, 1 where anything is different.

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
    help: "The older dump, '-' for standard input, or a running app (@NAME, @PID); or a folder.",
    completion: TargetWord.completion)
  var old: String

  @Argument(
    help: "The newer dump, or a running app; or a folder.", completion: TargetWord.completion)
  var new: String?

  @OptionGroup var later: LaterMoment
  @OptionGroup var list: ListOptions
  @OptionGroup var options: OutputOptions

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    guard let new else {
      guard options.at != nil else { throw ConsoleError.missing(.newerTree) }
      let context = CommandContext(
        target: try TargetWord(old).open(noting: output), output: output, isRepl: false)
      return try context.looking(at: options.at, needs: nil) {
        try options.answering(to: output) {
          try later.compare(in: context, options, list).write(to: output) ? .done : .found
        }
      }
    }
    if later.to != nil || options.at != nil { throw ConsoleError.conflict(.treeAndMoment) }
    if old == "-", new == "-" { throw ConsoleError.conflict(.dumpsOnStandardInput) }
    output.beginProgress(of: Diff.commandName)
    defer { output.progress?.end() }
    return try options.answering(to: output) {
      if let folders = try DiffFolders(old, new) {
        return try folders.run(list, options, writingTo: output)
      }
      let answer = DiffAnswer(
        old: try .named(old, noting: output), new: try .named(new, noting: output),
        options: options, list: list,
        limit: list.limits.limit?.number ?? .max)
      return answer.write(to: output) ? .done : .found
    }
  }
}
