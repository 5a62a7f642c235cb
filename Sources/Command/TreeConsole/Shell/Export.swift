import ArgumentParser
import TextIO
import TreeAnalysis
import TreeExport
import TreeJournal

/// Writes dumps and journals as rows, or a journal as a trace, for other tools.
struct Export: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write rows for DuckDB and Spark, or a trace for Perfetto or OpenTelemetry.",
    discussion: """
      Rows go into a folder, a JSON object a line, with a file for each table:
      \(RowTable.allCases.map { "  \($0.rawValue)  \($0.help)" }.joined(separator: "\n"))

      The files replace earlier ones together, once all are complete; other files in the folder stay. An \
      unreadable dump doesn't stop the rest: it is a row of 'dumps' with its error, and the status is 2.

      A trace is that of one journal, or of a running app that keeps one. Its file ends in \
      '\(TraceFormat.perfetto.rawValue)', for ui.perfetto.dev, or in '\(TraceFormat.otlp.rawValue)', for \
      a collector of OpenTelemetry.

      EXAMPLES:
        modeltree export dumps -o rows
        modeltree export app.journal -o app.perfetto-trace
        modeltree export app.journal -o app.otlp.json
      """)

  @Argument(
    help: "Dumps, journals, and folders of them; for a trace one journal, or a running app: @NAME.",
    completion: TargetWord.completion)
  var targets: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: .value("place", "Write the rows into this folder, or the trace to this file."),
    completion: .file())
  var place: String

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if let format = TraceFormat(ofFile: place) { return try writeTrace(format, output) }
    try checkIsFolder()
    return try writeRows(of: paths(), output)
  }

  /// A folder isn't made where a file was named.
  private func checkIsFolder() throws(ConsoleError) {
    if FileNames.isFolder(place) { return }
    let name = place.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last ?? ""
    guard !place.hasSuffix("/"), !ending.isEmpty, ending.allSatisfy(\.isLetter) else { return }
    throw ConsoleError(
      "'\(place)' looks like a file; rows are written into a folder, and a trace into a file "
        + "that ends in .perfetto-trace or .otlp.json")
  }

  /// The dumps and journals, each once: in the order of the words, and within a folder in order of names.
  private func paths() throws(ConsoleError) -> [String] {
    var paths: [String] = []
    for target in targets {
      paths += FileNames.isFolder(target) ? try Self.files(in: target) : [target]
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  private static func files(in folder: String) throws(ConsoleError) -> [String] {
    do {
      return try SpecFiles.trees(in: folder)
    } catch {
      // A folder with a dump's name may be among a shell's matches by mistake; it is reported as a dump.
      if folder.hasSuffix(SpecFiles.dumpEnding) { return [folder] }
      throw error
    }
  }
}

// Rows.
extension Export {
  /// Writes the rows of dumps, one dump after another.
  private func writeRows(of paths: [String], _ output: ConsoleOutput) throws -> ExitStatus {
    let set = try FileSet(in: place)
    let files = try RowTable.allCases.map { try set.file(named: "\($0.rawValue).ndjson") }
    var failures: [SafeText] = []
    let named = Set(targets)
    for path in paths {
      let rows = Self.rows(of: path, isNamed: named.contains(path))
      for (file, bytes) in zip(files, rows.tables) where !bytes.isEmpty { try file.write(bytes) }
      for fault in rows.faults { output.note("note: \(fault)") }
      if let error = rows.error { failures.append(error) }
    }
    try set.finish()
    for failure in failures { output.note(failure) }
    if !failures.isEmpty, paths.count > 1 {
      output.note("\(failures.count) of \(counted(paths.count, "dump")) could not be read")
    }
    return failures.isEmpty ? .done : .wrong
  }

  /// The rows of one dump by table, or the reason that there are none, and what of a journal could
  /// not be read.
  ///
  /// - Parameter isNamed: Whether the dump is named explicitly, so that it may be a pipe.
  private static func rows(
    of path: String, isNamed: Bool
  ) -> (tables: [[UInt8]], error: SafeText?, faults: [SafeText]) {
    func tables(_ body: (RowTable, inout RowWriter) -> Void) -> [[UInt8]] {
      RowTable.allCases.map { table in
        var rows = RowWriter(table, dump: path)
        body(table, &rows)
        return rows.bytes
      }
    }
    var journal: JournalContents?
    var faults: [SafeText] = []
    do {
      let file = try isNamed ? FileTarget(path) : FileTarget(inFolder: path)
      journal = file.contents
      faults = file.faults
      var dump = DumpRows(try file.snapshot, journal: journal)
      return (tables { dump.write($0, to: &$1) }, nil, faults)
    } catch {
      // A journal may contain records but no tree; that of objects that aren't models never
      // contains one.
      let failure = journal?.holdsTrees != false ? "\(error)" : nil
      return (
        tables { table, rows in
          switch table {
          case .dumps: DumpRows.write(treeless: failure, journal: journal, to: &rows)
          case .records: journal.map { DumpRows.write(recordsOf: $0, to: &rows) }
          default: break
          }
        }, failure.map { SafeText($0) }, faults
      )
    }
  }
}

/// A format of traces, by the ending of its files.
private enum TraceFormat: String, CaseIterable {
  case perfetto = ".perfetto-trace"
  case otlp = ".otlp.json"

  init?(ofFile name: String) {
    guard let format = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = format
  }
}

// Traces.
extension Export {
  private func writeTrace(_ format: TraceFormat, _ output: ConsoleOutput) throws -> ExitStatus {
    guard targets.count == 1 else {
      throw ConsoleError("a trace is that of one journal; name one")
    }
    let view = View(try TargetWord(targets[0]).open(output.attendant), output)
    view.noteFaults()
    let contents = try view.journal().contents
    let types = JournalTypes(of: contents)
    var trace = MemorySink()
    switch format {
    case .perfetto:
      let longWays = PerfettoTrace(of: contents, types).write(to: &trace)
      if longWays > 0 {
        output.note(
          """
          note: \(counted(longWays, "message")) \(longWays == 1 ? "passes" : "pass") more than \
          \(JournalTypes.mostPassed) models; the arrows lead over the first of them
          """)
      }
    case .otlp:
      let spans = TelemetrySpans(of: contents, types, service: view.name, version: Version.current)
      if spans.leftOut > 0 {
        output.note(
          "note: \(counted(spans.leftOut, "record")) outside of handlers left out, which belong to no span"
        )
      }
      spans.write(to: &trace)
    }
    try output.write(trace.bytes, to: place)
    return .done
  }
}
