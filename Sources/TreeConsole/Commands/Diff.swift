import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Tells what is different between two trees of a REPL.
struct Diff: InspectorCommand {
  static let commandName = "diff"
  static let abstract = "Tell what is different between two trees: came, left, moved, changed."
  static let explanation: String? = """
    The older tree is what 'snapshot' remembered under a name, or a dump's file; the newer one the \
    present tree, or another of these. A script ends with status 1 where anything is different.

    \(DiffDumps.reading)
    """
  static let examples = ["start", "start later --json", "before.json"]

  @Argument(help: "The older tree: a remembered name, else a file.")
  var old: String

  @Argument(help: "The newer one; the present tree where it is left out.")
  var new: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let older = try ComparedTree.named(old, context)
    let newer =
      try new.map { try ComparedTree.named($0, context) }
      ?? .present(context.target.state(), context)
    let isEqual = DiffAnswer(old: older, new: newer, options: output).write(to: context.output)
    if !isEqual { context.hasFindings = true }
  }
}

/// The same for two dumps in the shell.
struct DiffDumps: ParsableCommand, ShellCommand {
  static let reading = """
    Lines begin with '-' for what left, '+' came, '>' moved, '~' changed; what is below a model \
    that left, came or moved is counted on its line. Two dumps are matched by path and shape, two \
    looks at one live tree by id. Lines of source are not compared. \
    A path of more than 24 levels is told as name and id.

    With --json: equal; removed and added, each with id, type, path, below; moved, with old and \
    new (ids), type, from, to, below; changed, with old and new (ids), type, path, changes (what, \
    old, new, and key for state; what is type, label, session, representation, handles, service, \
    raises or state). Ids of what left are the older tree's.
    """

  static let configuration = CommandConfiguration(
    commandName: Diff.commandName, abstract: Diff.abstract,
    discussion: """
      The status is 0 where the trees are equal, 1 where anything is different.

      \(reading)

      EXAMPLES:
        modeltree diff before.json after.json
        modeltree diff before.json - --json < after.json
      """)

  @Argument(help: "The older dump; '-' is standard input.", completion: .file())
  var old: String

  @Argument(help: "The newer dump.", completion: .file())
  var new: String

  @OptionGroup var options: OutputOptions

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if old == "-", new == "-" { throw ConsoleError.conflict(.dumpsOnStandardInput) }
    let answer = DiffAnswer(old: try .dump(old), new: try .dump(new), options: options)
    return answer.write(to: output) ? .done : .found
  }
}

/// The answer of both.
private struct DiffAnswer {
  let old: ComparedTree
  let new: ComparedTree
  let options: OutputOptions

  /// Writes the difference, and tells whether there is none.
  func write(to output: ConsoleOutput) -> Bool {
    let difference = TreeDifference(from: old, to: new, noting: output)
    let report = DifferenceReport(difference)
    if options.json {
      output.write { report.writeJSON(to: &$0) }
      output.write("\n")
      return difference.isEmpty
    }
    var text = StyledText(isColored: output.isColored && !options.noColor)
    let (older, newer) = (SafeText.escape(old.name), SafeText.escape(new.name))
    if difference.isEmpty {
      text.line("no difference between \(older) and \(newer)")
    } else {
      text.line("\(older) → \(newer): \(difference.summary)", .bold)
      report.write(to: &text)
    }
    output.write(text.text)
    return difference.isEmpty
  }
}
