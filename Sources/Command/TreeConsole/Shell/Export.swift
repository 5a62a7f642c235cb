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
    // A folder isn't made where a file seems to be meant.
    let ending = FileNames.last(of: place).split(separator: ".").dropFirst().last ?? "/"
    if ending.allSatisfy(\.isLetter), !place.hasSuffix("/"), !FileNames.isFolder(place) {
      throw ConsoleError(
        "'\(place)' looks like a file; rows are written into a folder, and a trace into a file "
          + "that ends in .perfetto-trace or .otlp.json")
    }
    return try writeRows(output)
  }

  /// The dumps and journals, each once: in the order of the words, and within a folder in order of names.
  private func paths() throws(ConsoleError) -> [String] {
    var paths: [String] = []
    for target in targets {
      // A folder with a dump's name may be among a shell's matches by mistake; it is reported as a dump.
      let isFolder = FileNames.isFolder(target) && !target.hasSuffix(SpecFiles.dumpEnding)
      paths += isFolder ? try SpecFiles.trees(in: target).map(\.path) : [target]
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}

// Rows.
extension Export {
  /// Writes the rows of dumps, one dump after another.
  private func writeRows(_ output: ConsoleOutput) throws -> ExitStatus {
    let paths = try paths()
    let set = try FileSet(in: place)
    let files = try RowTable.allCases.map { ($0, try set.file(named: "\($0.rawValue).ndjson")) }
    var status = ExitStatus.done
    for path in paths {
      func write(_ body: (RowTable, inout RowWriter) -> Void) throws {
        for (table, file) in files {
          var rows = RowWriter(table, dump: path)
          body(table, &rows)
          if !rows.bytes.isEmpty { try file.write(rows.bytes) }
        }
      }
      var journal: JournalContents?
      let dump = Result {
        // One that is named explicitly may be a pipe.
        let file = try targets.contains(path) ? FileTarget(path) : FileTarget(inFolder: path)
        journal = file.contents
        for fault in file.faults { output.note("note: \(fault)") }
        return DumpRows(try file.snapshot, journal: journal)
      }
      switch dump {
      case .success(var dump): try write { dump.write($0, to: &$1) }
      case .failure(let error):
        // A journal may contain records but no tree; that of objects that aren't models never
        // contains one.
        let failure = journal?.holdsTrees != false ? "\(error)" : nil
        try write { table, rows in
          switch table {
          case .dumps: DumpRows.write(treeless: failure, journal: journal, to: &rows)
          case .records: journal.map { DumpRows.write(recordsOf: $0, to: &rows) }
          default: break
          }
        }
        guard let failure else { continue }
        output.note(SafeText(failure))
        status = .wrong
      }
    }
    try set.finish()
    return status
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
    let trace = format.trace(
      of: contents, JournalTypes(of: contents), app: view.name, version: Version.current)
    if trace.leftOut > 0 {
      output.note(
        "note: \(counted(trace.leftOut, "record")) outside of handlers left out, which belong to no span"
      )
    }
    try output.write(trace.bytes, to: place)
    return .done
  }
}
