import ArgumentParser
import TextIO
import TreeAnalysis
import TreeRows
import TreeSnapshot

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

      One table goes to standard output; with -o FOLDER each goes into a file of its own. They take the \
      places of earlier ones together, once all are whole; what else is in the folder stays. --key takes parts of the dumps' paths as columns: the named groups of a regular expression.

      A dump that cannot be read is a row of 'dumps' with its error, and named on standard error; the \
      others are exported all the same, and the status is 2.

      CSV holds texts as they are, and a spreadsheet computes those that begin with =, +, - or @; \
      --csv-safe puts an apostrophe before them.

      EXAMPLES:
        modeltree export dumps --table nodes > nodes.ndjson
        modeltree export dumps -o rows --key 'build-(?<build>[0-9]+)/(?<screen>[^/]*)[.]json'
        find . -name '*.json' | modeltree export --files-from - --table routes --columns dump,code
        modeltree export --schema duckdb | duckdb fleet.db
      """)

  @OptionGroup var files: DumpFileArguments

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp("Write this table; may be given again. Left out, all.", valueName: "table"))
  var tables: [RowTable] = []

  @Option(help: ArgumentHelp("Write these columns only.", valueName: "name,name"))
  var columns: String?

  @Option(help: "One JSON object a line, or comma-separated values.")
  var format = RowFormat.ndjson

  @Flag(help: "In CSV, begin texts that a spreadsheet would compute with an apostrophe.")
  var csvSafe = false

  @Option(
    help: ArgumentHelp("Take named groups of this expression as columns.", valueName: "pattern"))
  var key: String?

  @Option(help: "Write what an engine is told of the tables, in place of rows.")
  var schema: RowSchema?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write a file for each table into this folder.", valueName: "folder"),
    completion: .directory)
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
    if folder == nil, layouts.count > 1 { throw ConsoleError.missing(.rowPlace) }
    let paths = try files.paths()
    output.beginProgress(of: Self.configuration.commandName ?? "")
    defer { output.progress?.end() }
    var run = try ExportRun(layouts, into: folder, output)
    try run.write(paths, named: Set(files.dumps), keys: paths.map(key.values))
    return run.hasFailures ? .wrong : .done
  }

  private func layouts(keys: [String]) throws -> [RowLayout] {
    let chosen = columns?.split(separator: ",").map(String.init)
    let wanted = tables.isEmpty ? RowTable.allCases : tables
    let known = keys + wanted.flatMap { $0.columns.map(\.name) }
    if let wrong = chosen?.first(where: { !known.contains($0) }) {
      throw ConsoleError.unknown(.column, wrong, nearest: known.nearest(to: wrong))
    }
    var seen: Set<RowTable> = []
    return wanted.filter { seen.insert($0).inserted }
      .map { RowLayout($0, format, keys: keys, chosen: chosen, isSafe: csvSafe) }
      .filter { !$0.columns.isEmpty }
  }
}
