import ArgumentParser
import TextIO
import TreeSpec

/// The options of `check`, in the shell and at a prompt.
struct CheckOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: .value(
      "format[=file]",
      "Report as junit=FILE or github; may be given again. Without a file, github goes to standard "
        + "output."))
  var reports: [ReportDestination] = []

  @Flag(help: "Fail if a spec has no dump of its name, or a dump no spec.")
  var strict = false

  @Flag(
    help:
      "Change the lines of the tree that differ, and write specs that are missing. Not if CI is set."
  )
  var update = false

  @Flag(help: "Show what --update would change as a unified diff, and change nothing.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if update, !dryRun, Environment.isCI {
      throw ValidationError(
        "CI is set, and a spec that is changed there is accepted unread: use --update elsewhere")
    }
    if dryRun, output.json || !reports.isEmpty {
      throw ValidationError("--dry-run answers with the change; leave out the reports")
    }
    let answers = reports.filter { $0.file == nil }.count + (output.json ? 1 : 0)
    if answers > 1 {
      throw ValidationError(
        "only one report fits on standard output; name a file, as in --report github=FILE")
    }
  }
}

/// A report and its destination.
struct ReportDestination: ExpressibleByArgument, NamesFiles {
  enum Format: String {
    case junit, github
  }

  let format: Format
  /// Nil for standard output.
  let file: String?

  /// Parses `junit=FILE`; `-` is standard output.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = Format(rawValue: String(parts[0])), parts.last != "" else { return nil }
    let file = parts.dropFirst().first.map(String.init)
    if format == .junit, file == nil { return nil }
    self.format = format
    self.file = file == "-" ? nil : file
  }

  static var allValueStrings: [String] { ["junit=", "github"] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var fileNames: [String] { file.map { [$0] } ?? [] }

  func bytes(of report: SpecReport) -> [UInt8] {
    switch format {
    case .junit: JUnitReport.bytes(report)
    case .github: GitHubReport.bytes(report)
    }
  }
}
