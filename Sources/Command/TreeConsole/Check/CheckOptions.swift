import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// The options of `check`, in the shell and at a prompt.
struct CheckOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: .value(
      "format[=file]",
      "Report as junit=FILE, github or json; may be given again. Each may go to a file, or to "
        + "standard output without one."))
  var reports: [ReportDestination] = []

  @Flag(
    help:
      "Write into a JUnit report when each spec was checked on each dump, and how long that took.")
  var times = false

  @Option(
    help: .value(
      "policy",
      "What to do about specs that have no dump of their name: warn, reject (status 1) or "
        + "ignore."))
  var unused: UnusedPolicy = .warn

  @Option(
    help: .value(
      "policy",
      "What to do about dumps that have no spec of their name: warn, reject (status 1) or "
        + "ignore."))
  var missing: UnusedPolicy = .warn

  @Option(
    help: .value("file", "Hold the rules in this file against every dump; may be given again."),
    completion: .file(extensions: ["treespec"]))
  var rules: [InputFile] = []

  @Option(
    help: .value(
      "folder", "Let specs include files of this folder, besides their own; may be given again."),
    completion: .directory)
  var includeFrom: [InputFile] = []

  @Option(help: .value("file", "Take what breaks rules and this file records as known."))
  var baseline: InputFile?

  @Option(help: .value("file", "Record what breaks rules in this file, '-' for standard output."))
  var writeBaseline: OutputFile?

  @Option(
    help: .value(
      "way",
      "Change specs whose tree differs: patch changes the tree's lines that differ and keeps the "
        + "rest; overwrite rewrites the spec, and what was written by hand is lost; missing writes "
        + "the specs that are not there."))
  var update: SpecUpdate?

  @Flag(
    help: "Let --update=patch also change lines about messages that take other routes now.")
  var routes = false

  @Flag(help: "Show what --update would change as a unified diff, and change nothing.")
  var dryRun = false

  @Flag(help: "Let --update change files although CI is set.")
  var force = false

  @OptionGroup var output: OutputOptions

  /// How to handle unused specs and dumps.
  enum UnusedPolicy: String, CaseIterable, ExpressibleByArgument {
    case warn
    case reject
    case ignore
  }

  /// Refuses a call with nothing to check.
  ///
  /// - Throws: the parser's error for a missing argument.
  func validate(hasSpecs: Bool) throws {
    if !hasSpecs, rules.isEmpty {
      throw ValidationError("Missing expected argument '<specs> ...'")
    }
  }

  /// The destinations of reports.
  func destinations() throws(ConsoleError) -> [ReportDestination] {
    if rules.isEmpty, baseline != nil || writeBaseline != nil {
      throw ConsoleError("a baseline is of rules: add --rules FILE")
    }
    if routes, update != .patch {
      throw ConsoleError("--routes extends --update=patch: add --update=patch")
    }
    if dryRun, update == nil {
      throw ConsoleError("--dry-run shows what --update would change: add --update=patch")
    }
    if dryRun, output.json || !reports.isEmpty {
      throw ConsoleError("--dry-run answers with the change; leave out the reports")
    }
    if let report = reports.first(where: { $0.format.needsFile && !$0.hasPlace }) {
      throw ConsoleError(
        "--report \(report.format.rawValue) needs a file: --report \(report.format.rawValue)=FILE")
    }
    let all = reports + (output.json ? [ReportDestination(format: .json, file: nil)] : [])
    let answers = all.filter { $0.file == nil }
    var files: Set<String> = []
    for case let file? in all.map(\.file) {
      let name = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
      if !files.insert(name).inserted {
        throw ConsoleError("two reports would be written to '\(file)'; name a file for each")
      }
    }
    let names =
      answers.map(\.format.rawValue) + (writeBaseline?.rawValue == "-" ? ["baseline"] : [])
    if names.count > 1 {
      throw ConsoleError(
        """
        only one report fits on standard output, and there are \(names.count): \
        \(names.joined(separator: ", ")); name a file, as in --report json=specs.json
        """)
    }
    return all
  }
}

/// A report and its destination.
struct ReportDestination: Hashable {
  enum Format: String, CaseIterable {
    case junit
    case github
    case json

    /// Whether its readers need a file.
    var needsFile: Bool { self == .junit }
  }

  var format: Format
  /// Nil for standard output.
  var file: String?
  /// Whether a file, or `-` for standard output, is given.
  var hasPlace = false
}

extension ReportDestination: ExpressibleByArgument {
  /// Parses `junit=FILE`; `-` is standard output.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = Format(rawValue: String(parts[0])), parts.last != "" else { return nil }
    let place = parts.dropFirst().first.map(String.init)
    self.init(format: format, file: place == "-" ? nil : place, hasPlace: place != nil)
  }

  static var allValueStrings: [String] {
    Format.allCases.map { $0.rawValue + ($0.needsFile ? "=" : "") }
  }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ReportDestination: NamesFiles {
  var fileNames: [String] { file.map { [$0] } ?? [] }
}

extension ReportDestination: CompletesInView {
  /// The formats or, after a format's `=`, files.
  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard let sign = word.firstIndex(of: "=") else { return allValueStrings }
    let file = String(word[word.index(after: sign)...])
    return FileNames.beginning(with: file).map { word[...sign] + $0 }
  }
}

/// How the file of a spec is updated to match a tree.
enum SpecUpdate: String, CaseIterable, ExpressibleByArgument {
  /// Changes what differs, and keeps the rest.
  case patch
  /// Rewrites the spec.
  case overwrite
  /// Writes a spec that is missing.
  case missing

  /// A spec's new text, and the changes in it.
  struct Change {
    var text: String
    var words: SafeText
    /// Further changes, each with its line.
    var details: [(line: Int, words: SafeText)] = []
  }

  /// Whether a missing spec is written.
  var makesSpecs: Bool { self != .patch }

  /// - Throws: `ConsoleError` if `CI` is set.
  static func refuseInCI() throws(ConsoleError) {
    if !Environment.isCI { return }
    throw ConsoleError(
      """
      CI is set, and a spec that is changed there is accepted unread: run --update where you can \
      look at it, or add --force
      """)
  }

  /// The spec's new text, and the changes in it; nil if there are none.
  ///
  /// - Parameters:
  ///   - spec: the current spec; nil if its file is missing or can't be parsed.
  ///   - old: the bytes of the file, even if they can't be parsed.
  ///   - snapshot: the tree.
  ///   - changesRoutes: whether a patch updates lines about messages.
  func change(
    of spec: Spec?, _ old: [UInt8]?, for snapshot: Snapshot, changesRoutes: Bool
  ) throws -> Change? {
    switch self {
    case .patch:
      guard let spec,
        let patch = try SpecPatch(spec, to: snapshot, changesRoutes: changesRoutes)
      else { return nil }
      return Change(
        text: patch.text,
        words: "\(counted(patch.removed, "line")) out, \(counted(patch.added, "line")) in",
        details: patch.changes.map { ($0.line, $0.words) })
    case .overwrite:
      let text = try SpecWriter(snapshot).write(title: spec?.title ?? snapshot.name)
      if let spec, text == spec.text.map({ $0 + "\n" }).joined() { return nil }
      let lost = old.map { HandwrittenLines($0).lost(in: HandwrittenLines(text.utf8)) } ?? []
      return Change(text: text, words: "rewritten\(Self.words(lost))")
    case .missing:
      if old != nil { return nil }
      return Change(text: try SpecWriter(snapshot).write(title: snapshot.name), words: "written")
    }
  }

  /// `; 2 comments and 1 limit of the old one are gone`; empty if nothing is lost.
  private static func words(_ lost: [(kind: HandwrittenLines.Kind, count: Int)]) -> SafeText {
    var counts = lost.map { counted($0.count, noun(for: $0.kind)) }
    guard let last = counts.popLast() else { return "" }
    let list = counts.isEmpty ? last : "\(counts.joined(separator: ", ")) and \(last)"
    let isOne = lost.count == 1 && lost[0].count == 1
    return "; \(list) of the old one \(isOne ? "is" : "are") gone"
  }

  private static func noun(for kind: HandwrittenLines.Kind) -> SafeText {
    switch kind {
    case .comment: "comment"
    case .limit: "limit"
    case .exclusion: "'not' line"
    case .route: "route"
    case .service: "service line"
    case .rule: "rule"
    case .moment: "line of a journal"
    }
  }
}
