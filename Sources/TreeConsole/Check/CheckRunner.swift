import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Holds trees to specs, changes the specs where that is asked for, and tells what came of it.
struct CheckRunner {
  let options: CheckOptions
  let output: ConsoleOutput
  /// How the help is asked for: `modeltree help`, and at a prompt `help`.
  let help: String
  let destinations: [ReportDestination]
  private let update: SpecUpdate?

  private(set) var runs: [SpecRun] = []
  /// Why specs were refused whose text is not to blame, by their runs.
  private(set) var faults: [Int: String] = [:]
  private(set) var unused: [String] = []
  private var isLanguageWrong = false

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
    } catch let error as SpecError {
      tell(error)
      if isPatched {
        output.note(
          "the tree's lines are patched; the lines above name what is gone, and are yours to change"
        )
      }
      isLanguageWrong = true
      runs.append(SpecRun(spec: name, dump: dump, outcome: .refused(error)))
    } catch let error as FileError {
      // There is no line to point at.
      let message = Self.message(of: error)
      output.note(message)
      refuse(name, dump, message, as: "it cannot be \(error.action == .read ? "read" : "written")")
    } catch let error as any SpecFault {
      tell(SpecError(name: name, wholeFile: "\(error)"))
      refuse(name, dump, "\(error)", as: error.fault)
    }
  }

  /// The bytes of a spec; nil where `--update=overwrite` is going to make it.
  private func specBytes(_ path: String) throws -> [UInt8]? {
    if options.update == .overwrite, path != "-", !FileNames.isFile(path) { return nil }
    return try FileBytes(path: path).withBuffer { Array($0) }
  }

  private func tell(_ error: SpecError) {
    for line in error.description.split(separator: "\n", omittingEmptySubsequences: false) {
      // The place first, as compilers do; the lines below it belong to it.
      output.noteLine(GitHubReport.inert(String(line)))
    }
  }

  private mutating func refuse(
    _ name: String, _ dump: String, _ message: String, as fault: String
  ) {
    faults[runs.count] = fault
    let error = SpecError(name: name, wholeFile: message)
    runs.append(SpecRun(spec: name, dump: dump, outcome: .refused(error)))
  }

  /// What the system says, with the spec that was probably meant.
  private static func message(of error: FileError) -> String {
    guard error.action == .read, error.reason == .system(ENOENT),
      let near = SpecFiles.nearest(to: error.path)
    else { return "\(error)" }
    return "\(error.problem); did you mean '\(near)'?"
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
    guard let (text, change) = try update.text(of: spec, bytes, for: snapshot) else { return nil }
    try WholeFile.write(Array(text.utf8), to: path)
    output.note("\(path): \(change)")
    return Array(text.utf8)
  }

  /// Writes the reports and the text.
  ///
  /// - Returns: 2 where a spec could not be used, 1 where a tree is not what one says, else 0.
  func finish() throws -> ExitStatus {
    if isLanguageWrong { output.note("see '\(help) \(Specs.name)'") }
    let report = SpecReport(
      runs: runs, unused: unused, version: Version.current)
    var answer: ReportDestination?
    for destination in destinations {
      guard let file = destination.file else {
        answer = destination
        continue
      }
      try WholeFile.write(destination.format.bytes(of: report), to: file)
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

/// What keeps one spec from being used, and no other, although its text is right.
private protocol SpecFault: Error {
  /// What is wrong, in a clause.
  var fault: String { get }
}

extension DumpFileError: SpecFault {
  var fault: String { "its dump cannot be read" }
}

extension SpecWritingError: SpecFault {
  var fault: String { "it cannot be written" }
}
