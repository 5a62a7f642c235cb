import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRows

extension RowTable: ExpressibleByArgument {}
extension RowFormat: ExpressibleByArgument {}
extension RowSchema: ExpressibleByArgument {}

/// Writes dumps as rows.
struct Export: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write dumps as rows of tables, for DuckDB, Spark and other engines.",
    discussion: """
      The tables, of which --schema shows the columns:
      \(RowTable.allCases.map { "  \($0.rawValue)  \($0.help)" }.joined(separator: "\n"))

      One table goes to standard output; with -o FOLDER each goes into a file of its own. The files \
      replace earlier ones together, once all are whole; other files in the folder stay. --key takes \
      parts of the dumps' paths as columns: the named groups of a regular expression.

      A dump that cannot be read is a row of 'dumps' with its error, and named on standard error; the \
      others are exported all the same, and the status is 2.

      CSV keeps texts as they are, and a spreadsheet computes those that begin with =, +, - or @; \
      --csv-safe puts an apostrophe before them.

      EXAMPLES:
        modeltree export dumps --table nodes > nodes.ndjson
        modeltree export dumps -o rows --key 'build-(?<build>[0-9]+)/(?<screen>[^/]*)[.]json'
        find . -name '*.json' | modeltree export --files-from - --table routes --columns dump,code
        modeltree export --schema duckdb | duckdb fleet.db
      """)

  @Argument(
    help: "Dumps, folders of them, and patterns such as 'dumps/**/exam*.json'.",
    completion: .file())
  var dumps: [String] = []

  @Option(
    help: .value(
      "file",
      "Read the names of more dumps from this file, one a line or each followed by a zero byte."),
    completion: .file())
  var filesFrom: String?

  @Option(
    name: .customLong("table"),
    help: .value("table", "Write this table, by default all; may be repeated."))
  var tables: [RowTable] = []

  @Option(help: .value("name,name", "Write these columns only."))
  var columns: String?

  @Option(help: "One JSON object a line, or comma-separated values.")
  var format = RowFormat.ndjson

  @Flag(help: "In CSV, put an apostrophe before texts that a spreadsheet would compute.")
  var csvSafe = false

  @Option(help: .value("pattern", "Take named groups of this expression as columns."))
  var key: String?

  @Option(help: "Write the definitions of the tables for an engine instead of rows.")
  var schema: RowSchema?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: .value("folder", "Write a file for each table into this folder."), completion: .directory)
  var folder: String?

  func validate() throws {
    if csvSafe, format != .csv {
      throw ValidationError("--csv-safe goes with --format csv; add that")
    }
  }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let key = try key.map { try PathKey($0) } ?? PathKey()
    let layouts = try layouts(keys: key.names)
    if let schema {
      output.write(Array(schema.text(of: layouts).utf8), as: .text)
      return .done
    }
    if folder == nil, layouts.count > 1 {
      throw ConsoleError(
        "standard output takes one table; choose it with --table, or name a folder with -o")
    }
    let paths = try DumpPaths.all(dumps, listedIn: filesFrom)
    return try output.withProgress(of: "export") {
      try write(paths, keys: paths.map(key.values), layouts, output)
    }
  }

  private func layouts(keys: [String]) throws -> [RowLayout] {
    let chosen = columns?.split(separator: ",").map(String.init)
    let wanted = tables.isEmpty ? RowTable.allCases : tables
    let names = keys + wanted.flatMap { $0.columns.map(\.name) }
    if let wrong = chosen?.first(where: { !names.contains($0) }) {
      let hint = names.hint(for: wrong, otherwise: "'--schema duckdb' lists them")
      throw ConsoleError("no table has a column '\(wrong)'; \(hint)")
    }
    var seen: Set<RowTable> = []
    return wanted.filter { seen.insert($0).inserted }
      .map { RowLayout($0, format, keys: keys, chosen: chosen, isSafe: csvSafe) }
      .filter { !$0.columns.isEmpty }
  }

  /// Writes the rows of dumps, read in parallel, in the order of the dumps. At most a few dumps are
  /// in memory at a time.
  private func write(
    _ paths: [String], keys: [[String?]], _ layouts: [RowLayout], _ output: ConsoleOutput
  ) throws -> ExitStatus {
    let set = try folder.map { try FileSet(in: $0) }
    let files =
      try set.map { set in
        try layouts.map { try set.file(named: "\($0.table.rawValue).\($0.format.rawValue)") }
      } ?? []
    func write(_ tables: [[UInt8]]) throws {
      for (index, rows) in tables.enumerated() where !rows.isEmpty {
        if files.isEmpty {
          output.write(rows, as: format == .csv ? .text : .json)
        } else {
          try files[index].write(rows)
        }
      }
    }
    try write(layouts.map(\.heading))
    var failures: [SafeText] = []
    let named = Set(dumps)
    try OrderedWork.run(paths.count) { number in
      let path = paths[number]
      return Self.rows(of: path, isNamed: named.contains(path), keys[number], layouts)
    } take: { rows in
      try write(rows.tables)
      if let error = rows.error { failures.append(error) }
    }
    try set?.finish()
    try output.flush()
    for failure in failures { output.note(failure) }
    if !failures.isEmpty, paths.count > 1 {
      output.note("\(failures.count) of \(counted(paths.count, "dump")) could not be read")
    }
    return failures.isEmpty ? .done : .wrong
  }

  /// The rows of one dump by table, or the reason that there are none.
  ///
  /// - Parameter isNamed: Whether the dump is named explicitly, so that it may be a pipe.
  private static func rows(
    of path: String, isNamed: Bool, _ key: [String?], _ layouts: [RowLayout]
  ) -> (tables: [[UInt8]], error: SafeText?) {
    func tables(_ body: (RowTable, inout RowWriter) -> Void) -> [[UInt8]] {
      layouts.map { layout in
        var rows = RowWriter(layout, dump: path, key: key)
        body(layout.table, &rows)
        return rows.bytes
      }
    }
    var journal: JournalContents?
    do {
      let file = try isNamed ? FileTarget(path) : FileTarget(inFolder: path)
      journal = file.contents
      var dump = DumpRows(try file.snapshot, journal: journal)
      return (tables { dump.write($0, to: &$1) }, nil)
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
        }, failure.map { SafeText($0) }
      )
    }
  }
}
