import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// What `check` can be asked for, in the shell and at a prompt.
struct CheckOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Report as junit=FILE, github or json; may be given again. Each may go to a file, or to "
        + "standard output without one.", valueName: "format[=file]"))
  var reports: [String] = []

  @Option(
    help: ArgumentHelp(
      "What to do about specs that have no dump of their name: warn, reject (status 1) or "
        + "ignore.", valueName: "policy"))
  var unused: UnusedPolicy = .warn

  @Option(
    help: ArgumentHelp(
      "Change specs whose tree differs: patch changes the tree's lines that differ and keeps the "
        + "rest; overwrite writes the spec anew, and what was written by hand is lost.",
      valueName: "way"))
  var update: SpecUpdate.Way?

  @Flag(help: "Let --update change files although CI is set.")
  var force = false

  @Flag(name: .long, help: "Answer in JSON, on one line; the same as --report json.")
  var json = false

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  /// What becomes of specs that no run uses.
  enum UnusedPolicy: String, CaseIterable, ExpressibleByArgument {
    case warn
    case reject
    case ignore
  }

  /// Where reports go.
  func destinations() throws(ConsoleError) -> [ReportDestination] {
    var all: [ReportDestination] = []
    for report in reports { all.append(try ReportDestination(report)) }
    if json { all.append(ReportDestination(format: .json, file: nil)) }
    let answers = all.filter { $0.file == nil }
    if answers.count > 1 { throw .conflict(.reports(answers.map(\.format.rawValue))) }
    return all
  }
}

/// A report and where it goes.
struct ReportDestination: Hashable {
  enum Format: String, CaseIterable {
    case junit
    case github
    case json

    /// Whether it is read from a file only.
    var needsFile: Bool { self == .junit }
  }

  var format: Format
  /// Nil for standard output.
  var file: String?

  init(format: Format, file: String?) {
    self.format = format
    self.file = file
  }

  init(_ text: String) throws(ConsoleError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let format = Format(rawValue: name) else {
      let known = Format.allCases.map(\.rawValue)
      throw .unknown(.reportFormat(known), name, nearest: nearest(to: name, among: known))
    }
    let file = parts.count > 1 ? String(parts[1]) : nil
    if file?.isEmpty ?? format.needsFile {
      throw .missing(.reportFile(format: name))
    }
    self.init(format: format, file: file == "-" ? nil : file)
  }

  /// Whether the report takes the place of the text; GitHub's commands stand beside it.
  var takesAnswer: Bool { file == nil && format != .github }
}
