import ArgumentParser
import TreeSnapshot
import TreeSpec

/// Holds trees to specs, changes the specs where that is asked for, and tells what came of it.
struct CheckRunner {
  let options: CheckOptions
  let output: ConsoleOutput
  private let destinations: [ReportDestination]
  private let update: SpecUpdate?

  private var runs: [SpecRun] = []
  private var unused: [String] = []
  private var isWrong = false

  init(_ options: CheckOptions, _ output: ConsoleOutput) throws {
    self.options = options
    self.output = output
    destinations = try options.destinations()
    update = try options.update.map { way in try SpecUpdate(way, isForced: options.force) }
  }

  /// Notes a spec that has no tree.
  mutating func skip(_ spec: String, missing dump: String) {
    if options.unused == .ignore { return }
    unused.append(spec)
    output.note(
      "\(spec): not used, for there is no dump of its name in '\(dump)'"
        + (options.unused == .reject ? "" : "; --unused reject makes that fail"))
  }

  /// Holds a tree to the spec in a file.
  ///
  /// - Parameters:
  ///   - path: the spec's file; `-` is standard input.
  ///   - dump: what the tree is called.
  ///   - snapshot: gives the tree.
  mutating func check(
    _ path: String, _ dump: String, _ snapshot: () throws -> Snapshot
  ) throws {
    let name = path == "-" ? "standard input" : path
    do {
      let snapshot = try snapshot()
      var bytes = try specBytes(path)
      if let update, path != "-" { bytes = try changed(path, bytes, snapshot, update) ?? bytes }
      let result = try Spec(utf8: bytes ?? [], name: name).check(snapshot)
      runs.append(SpecRun(spec: name, dump: dump, outcome: .checked(result)))
    } catch let error as SpecError {
      refuse(error, dump)
    } catch let error as any SpecFault {
      refuse(SpecError(name: name, wholeFile: "\(error)"), dump)
    }
  }

  /// The bytes of a spec; nil where `--update=overwrite` is going to make it.
  private func specBytes(_ path: String) throws -> [UInt8]? {
    if options.update == .overwrite, path != "-", !FileNames.isFile(path) { return nil }
    return try FileBytes(path: path).withBuffer { Array($0) }
  }

  private mutating func refuse(_ error: SpecError, _ dump: String) {
    isWrong = true
    for line in error.description.split(separator: "\n", omittingEmptySubsequences: false) {
      // The place first, as compilers do; the lines below it belong to it.
      output.noteLine(GitHubReport.inert(String(line)))
    }
    runs.append(SpecRun(spec: error.name, dump: dump, outcome: .refused(error)))
  }

  /// Writes a spec's file where it is to be changed.
  ///
  /// - Parameter bytes: what stands in it; nil where it is not there.
  /// - Returns: what stands in it then; nil where nothing is to be changed.
  private func changed(
    _ path: String, _ bytes: [UInt8]?, _ snapshot: Snapshot, _ update: SpecUpdate
  ) throws -> [UInt8]? {
    // What cannot be read cannot be patched; written anew it can.
    let spec: Spec?
    do {
      spec = try bytes.map { bytes throws(SpecError) in try Spec(utf8: bytes, name: path) }
    } catch {
      if update.way == .patch { throw error }
      spec = nil
    }
    guard let (text, change) = try update.text(of: spec, for: snapshot) else { return nil }
    try WholeFile.write(Array(text.utf8), to: path)
    output.note("\(path): \(change)")
    return Array(text.utf8)
  }

  // MARK: The answer

  /// Writes the reports and the text.
  ///
  /// - Returns: 2 where a spec could not be used, 1 where a tree is not what one says, else 0.
  func finish() throws -> ExitStatus {
    let report = SpecReport(
      runs: runs, unused: unused, version: ModelTreeCommand.configuration.version)
    var isAnswered = false
    for destination in destinations {
      let bytes = destination.format.bytes(of: report)
      if let file = destination.file {
        try WholeFile.write(bytes, to: file)
      } else if destination.takesAnswer {
        output.write(bytes)
        isAnswered = true
      }
    }
    if !isAnswered {
      writeText()
      for destination in destinations where destination.file == nil && !destination.takesAnswer {
        output.write(destination.format.bytes(of: report))
      }
      writeSummary()
    }
    let isFailed = runs.contains { $0.isFailed }
    if isWrong { return .wrong }
    return isFailed || options.unused == .reject && !unused.isEmpty ? .found : .done
  }

  private func writeText() {
    let isColoured = output.isColoured && !options.noColor
    for run in runs {
      switch run.outcome {
      case .checked(let result):
        for line in ResultText(result, tree: run.dump).lines {
          var text = StyledText(isColoured: isColoured)
          for part in line { text.append(part.text, part.colour) }
          // No name may be a command of the service that reads this.
          output.write(GitHubReport.inert(text.text) + "\n")
        }
      case .refused(let error):
        var text = StyledText(isColoured: isColoured)
        text.append("ERROR ", .red)
        text.line(
          "\(SafeText.escape(run.spec)): \(counted(error.problems.count, "line")) to be mended first"
        )
        output.write(GitHubReport.inert(text.text))
      }
    }
  }

  private func writeSummary() {
    let refused = runs.count { if case .refused = $0.outcome { true } else { false } }
    let failed = runs.count { $0.isFailed }
    let passed = runs.count - refused - failed
    var checks = (all: 0, failed: 0, skipped: 0)
    for case .checked(let result) in runs.map(\.outcome) {
      checks.all += result.checks.count
      checks.failed += result.failureCount
      checks.skipped += result.checks.count { $0.outcome == .skipped }
    }
    let parts = [
      failed > 0 ? "\(counted(failed, "spec")) failed" : nil,
      refused > 0 ? "\(counted(refused, "spec")) could not be used" : nil,
      unused.isEmpty ? nil : "\(counted(unused.count, "spec")) not used",
      passed > 0 || runs.isEmpty ? "\(counted(passed, "spec")) passed" : nil,
    ].compactMap { $0 }
    let details = [
      counted(checks.all, "check"), checks.failed > 0 ? "\(checks.failed) failed" : nil,
      checks.skipped > 0 ? "\(checks.skipped) skipped" : nil,
    ].compactMap { $0 }
    output.write("\(parts.joined(separator: ", ")) (\(details.joined(separator: ", ")))\n")
  }
}

extension SpecRun {
  /// Whether the tree is not what the spec says.
  var isFailed: Bool {
    if case .checked(let result) = outcome { !result.isPassed } else { false }
  }
}

/// What keeps one spec from being used, and no other.
private protocol SpecFault: Error {}

extension DumpFileError: SpecFault {}
extension FileError: SpecFault {}
extension SpecPatchError: SpecFault {}
extension SpecWritingError: SpecFault {}

extension ReportDestination.Format {
  func bytes(of report: SpecReport) -> [UInt8] {
    switch self {
    case .junit: JUnitReport(report).bytes
    case .sarif: SpecSARIF(report).bytes
    case .github: GitHubReport(report).bytes
    case .tap: TAPReport(report).bytes
    case .json: SpecJSON(report).bytes
    }
  }
}
