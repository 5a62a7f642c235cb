import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// Checks trees against specs, changes the specs where that is asked for, and reports the results.
struct CheckRunner {
  let options: CheckOptions
  let output: ConsoleOutput
  /// The command that shows how specs are written: `modeltree help specs`, and at a prompt
  /// `help specs`.
  let help: String
  private let destinations: [ReportDestination]
  private let update: SpecUpdate?

  private(set) var runs: [SpecRun] = []
  private(set) var unused: [String] = []
  /// Whether the text of a spec is wrong.
  private var isTextWrong = false
  /// Whether a tree has another shape than a spec that can be patched.
  private(set) var isPatchable = false

  init(_ options: CheckOptions, _ output: ConsoleOutput, help: String) throws {
    self.options = options
    self.output = output
    self.help = help
    destinations = try options.destinations()
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

  /// Checks a tree against the spec in a file.
  ///
  /// - Parameters:
  ///   - path: the spec's file; `-` is standard input.
  ///   - dump: the tree's name.
  ///   - snapshot: returns the tree.
  mutating func check(
    _ path: String, _ dump: String, _ snapshot: () throws -> Snapshot
  ) throws {
    let name = path == "-" ? "standard input" : path
    var isPatched = false
    do {
      let snapshot = try snapshot()
      var bytes = try specBytes(path)
      if let update, path != "-", let new = try changed(path, bytes, snapshot, update) {
        bytes = new
        isPatched = update.way == .patch
      }
      let result = try Spec(utf8: bytes ?? [], name: name).check(snapshot)
      runs.append(SpecRun(spec: name, dump: dump, outcome: .checked(result)))
      if path != "-", result.isShapeWrong { isPatchable = true }
    } catch {
      try refuse(name, dump, error)
      if isPatched {
        output.note(
          "the tree's lines are patched; the lines above name what is gone: change them by hand")
      }
    }
  }

  /// The bytes of a spec; nil where `--update=overwrite` is going to make it.
  private func specBytes(_ path: String) throws -> [UInt8]? {
    if options.update == .overwrite, path != "-", !FileNames.isFile(path) { return nil }
    return try FileBytes(path: path).withBuffer { Array($0) }
  }

  /// Notes that a spec cannot be used.
  ///
  /// - Throws: the error, where the spec is not to blame.
  private mutating func refuse(_ name: String, _ dump: String, _ error: any Error) throws {
    let refusal: SpecError
    switch error {
    case let error as SpecError: refusal = error
    case let error as FileError:
      let isMissing = error.action == .read && !FileNames.exists(error.path)
      let near = isMissing ? SpecFiles.nearest(to: error.path) : nil
      refusal = SpecError(name: name, wholeFile: .file(error, suggestion: near))
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
  private func changed(
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
    guard let (text, change) = try update.text(of: spec, bytes, for: snapshot) else { return nil }
    try output.write(Array(text.utf8), to: path)
    output.note("\(path): \(change)")
    return Array(text.utf8)
  }

  /// Writes the reports and the text.
  ///
  /// - Returns: 2 where a spec could not be used, 1 where a tree is not what one says, else 0.
  func finish() throws -> ExitStatus {
    if isTextWrong { output.note("see '\(help)'") }
    let report = SpecReport(runs: runs, unused: unused, version: Version.current)
    var answer: ReportDestination?
    for destination in destinations {
      guard let file = destination.file else {
        answer = destination
        continue
      }
      try output.write(destination.format.bytes(of: report), to: file)
      output.note("\(file): \(destination.format.rawValue) report written")
    }
    if let answer, answer.takesAnswer {
      output.write(answer.format.bytes(of: report))
    } else {
      writeText()
      if let answer {
        output.write(answer.format.bytes(of: report))
      } else {
        writeAdvice()
      }
      writeSummary()
    }
    if runs.contains(where: \.isRefused) { return .wrong }
    let isFailed = runs.contains { $0.isFailed }
    return isFailed || options.unused == .reject && !unused.isEmpty ? .found : .done
  }
}
