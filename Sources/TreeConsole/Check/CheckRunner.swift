import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Checks trees against specs, changes the specs where that is asked for, and reports the results.
struct CheckRunner {
  let options: CheckOptions
  let output: ConsoleOutput
  /// The command that shows how specs are written: `modeltree help specs`, and at a prompt
  /// `help specs`.
  let help: String
  let destinations: [ReportDestination]
  private let update: SpecUpdate?

  /// So many dumps without a spec are named.
  private static let shownDumps = 10

  var runs: [SpecRun] = []
  private(set) var unused: [String] = []
  /// The dumps that have no spec.
  private(set) var missing: [String] = []
  /// Whether the text of a spec is wrong.
  var isTextWrong = false
  /// Whether a tree has another shape than a spec that can be patched.
  private(set) var isPatchable = false
  /// The runs that say which lines applied to none of several dumps.
  var idleRuns: Set<Int> = []
  /// The specs that are not there, and their trees.
  var missingSpecs: [(spec: String, dump: String)] = []
  var violations: KnownViolations
  /// What would be changed.
  var previews: [UnifiedDiff] = []

  init(_ options: CheckOptions, _ output: ConsoleOutput, help: String) throws {
    self.options = options
    self.output = output
    self.help = help
    destinations = try options.destinations()
    violations = KnownViolations(
      try options.baseline.map { try Baseline(contentsOf: $0, .rules) })
    update = try options.update.map { way in try SpecUpdate(way, isForced: options.force) }
  }

  /// Notes a spec that has no tree.
  mutating func skip(_ spec: String, missing dump: String) {
    if options.unused == .ignore { return }
    unused.append(spec)
    output.note(
      "\(spec): not used, because '\(dump)' has no dump of its name"
        + (options.unused == .reject ? "" : "; --unused reject makes that fail"))
  }

  /// Notes the dumps that have no spec.
  mutating func skip(dumps: [String]) {
    if dumps.isEmpty || options.missing == .ignore { return }
    missing = dumps
    let shown: SafeText = dumps.prefix(Self.shownDumps).map { "\($0)" }.joined(separator: ", ")
    let more = dumps.count - Self.shownDumps
    output.note(
      """
      \(counted(dumps.count, "dump")) \(dumps.count == 1 ? "has" : "have") no spec: \(shown)\
      \(more > 0 ? " and \(more) more" : ""); --update=missing writes \
      \(dumps.count == 1 ? "it" : "them")
      """)
  }

  /// Checks a tree against the spec in a file.
  ///
  /// - Parameters:
  ///   - path: the spec's file; `-` is standard input.
  ///   - dump: the tree's name.
  ///   - text: the spec, where it is no file's; nil reads the file.
  ///   - tree: returns the tree.
  mutating func check(
    _ path: String, _ dump: String, text: [UInt8]? = nil, _ tree: () throws -> CheckedTree
  ) throws {
    let name = path == "-" ? "standard input" : path
    let start = (clock: ContinuousClock.now, time: options.times ? WallClock.time : "")
    let firstRun = runs.count
    defer {
      if options.times {
        let times = SpecRun.Times(
          start: start.time, duration: start.clock.duration(to: .now))
        for index in runs.indices.dropFirst(firstRun) { runs[index].times = times }
      }
    }
    do {
      let tree = try tree()
      var bytes = try text ?? specBytes(path)
      if let update, path != "-", let new = try changed(path, bytes, try tree.snapshot, update) {
        bytes = new
      }
      guard let bytes else { return }
      let result = try tree.check(Spec(utf8: bytes, name: name))
      runs.append(SpecRun(spec: name, dump: dump, outcome: .checked(result)))
      if path != "-", result.isShapeWrong { isPatchable = true }
      if options.update == .patch, !options.dryRun, result.namesUnknown {
        output.note("\(name): what lines name and the tree does not know is left to you")
      }
    } catch {
      try refuse(name, dump, error)
    }
  }

  /// The bytes of a spec; nil where it is going to be made.
  private func specBytes(_ path: String) throws -> [UInt8]? {
    if let update, update.makesSpecs, path != "-", !FileNames.exists(path) { return nil }
    return try FileBytes(path: path).withBuffer { Array($0) }
  }

  /// Notes that a spec cannot be used.
  ///
  /// - Throws: the error, where the spec is not to blame.
  mutating func refuse(_ name: String, _ dump: String, _ error: any Error) throws {
    let refusal: SpecError
    switch error {
    case let error as SpecError: refusal = error
    case let error as FileError:
      let isMissing = error.action == .read && !FileNames.exists(error.path)
      let near = isMissing ? SpecFiles.nearest(to: error.path) : nil
      if isMissing, near == nil { missingSpecs.append((name, dump)) }
      refusal = SpecError(name: name, wholeFile: .file(error, suggestion: near))
    case let error as JournalError: refusal = SpecError(name: name, wholeFile: .journal(error))
    case let error as DumpFileError: refusal = SpecError(name: name, wholeFile: .dump(error))
    case let error as SpecWritingError:
      refusal = SpecError(name: name, wholeFile: .unwritable(error))
    default: throw error
    }
    runs.append(SpecRun(spec: name, dump: dump, outcome: .refused(refusal)))
    if case .file? = refusal.problems.first?.fault {
      // There is no line to point at.
      output.note("\(refusal.problems[0].fault.message)")
    } else {
      // The place first, as compilers do; the lines below it belong to it.
      for line in refusal.lines { output.noteLine("\(GitHubReport.inert(line))") }
      if refusal.isOfText { isTextWrong = true }
    }
  }

  /// Writes a spec's file where it is to be changed.
  ///
  /// - Parameter bytes: its bytes; nil where it is not there.
  /// - Returns: the new bytes; nil where nothing is to be changed.
  private mutating func changed(
    _ path: String, _ bytes: [UInt8]?, _ snapshot: Snapshot, _ update: SpecUpdate
  ) throws -> [UInt8]? {
    // What cannot be read cannot be patched, but rewritten.
    let spec: Spec?
    do {
      spec = try bytes.map { bytes throws(SpecError) in try Spec(utf8: bytes, name: path) }
    } catch {
      if update.way == .patch { throw error }
      spec = nil
    }
    guard let change = try update.change(of: spec, bytes, for: snapshot) else { return nil }
    let new = Array(change.text.utf8)
    if new == bytes {
      output.note("\(path): not changed")
    } else if options.dryRun {
      let old = bytes.map { String(decoding: $0, as: UTF8.self) }
      previews.append(UnifiedDiff(from: old, to: change.text, of: path))
      output.note("\(path): \(update.way == .patch ? "would have" : "would be") \(change.words)")
    } else {
      try output.write(new, to: path, makesFolders: bytes == nil)
      output.note("\(path): \(change.words)")
    }
    for (line, words) in change.details { output.noteLine("\(path):\(line): \(words)") }
    return options.dryRun ? nil : new
  }
}
