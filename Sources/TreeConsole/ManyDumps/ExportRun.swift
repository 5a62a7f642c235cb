import TextIO
import TreeJournal
import TreeRows
import TreeSnapshot

/// Writes the rows of dumps, read side by side, in the order of the dumps.
struct ExportRun {
  private let layouts: [RowLayout]
  private let output: ConsoleOutput
  /// The files of the tables, which take their places together; nil if rows go to standard output.
  private let set: FileSet?
  private let files: [StagedFile]
  /// Whether a dump could not be read.
  private(set) var hasFailures = false

  init(_ layouts: [RowLayout], into folder: String?, _ output: ConsoleOutput) throws {
    self.layouts = layouts
    self.output = output
    let set = try folder.map { try FileSet(in: $0) }
    self.set = set
    files =
      try set.map { set in
        try layouts.map { try set.file(named: "\($0.table.rawValue).\($0.format.rawValue)") }
      } ?? []
  }

  /// The rows of one dump, by tables, and why there are none.
  private struct Rows: Sendable {
    var tables: [[UInt8]]
    var error: SafeText?
  }

  /// Writes the rows of dumps. At most a few dumps are in memory at once.
  ///
  /// - Parameter named: those that a person names, which may be pipes.
  mutating func write(_ paths: [String], named: Set<String>, keys: [[String?]]) throws {
    try write(layouts.map(\.heading))
    let layouts = layouts
    var failures: [SafeText] = []
    try OrderedWork.run(paths.count) { number in
      Self.rows(of: paths[number], isNamed: named.contains(paths[number]), keys[number], layouts)
    } take: { rows in
      try write(rows.tables)
      if let error = rows.error { failures.append(error) }
    }
    try set?.finish()
    try output.flush()
    hasFailures = !failures.isEmpty
    for failure in failures { output.note(failure) }
    if !failures.isEmpty, paths.count > 1 {
      output.note("\(failures.count) of \(counted(paths.count, "dump")) could not be read")
    }
  }

  private func write(_ tables: [[UInt8]]) throws {
    if files.isEmpty {
      for (layout, rows) in zip(layouts, tables) {
        output.write(rows, as: layout.format == .csv ? .text : .json)
      }
      return
    }
    for (file, rows) in zip(files, tables) where !rows.isEmpty { try file.write(rows) }
  }

  private static func rows(
    of path: String, isNamed: Bool, _ key: [String?], _ layouts: [RowLayout]
  ) -> Rows {
    func tables(_ body: (RowTable, inout RowWriter) -> Void) -> [[UInt8]] {
      layouts.map { layout in
        var rows = RowWriter(layout, dump: path, key: key)
        body(layout.table, &rows)
        return rows.bytes
      }
    }
    var journal: JournalContents?
    do {
      let file = try TreeFile(path, isNamed: isNamed)
      journal = file.journal
      var dump = DumpRows(try file.snapshot, journal: journal)
      return Rows(tables: tables { dump.write($0, to: &$1) })
    } catch {
      // A journal may hold records and no tree; that of objects that are no models never holds one.
      let isFailure = journal?.holdsTrees != false
      return Rows(
        tables: tables { table, rows in
          switch table {
          case .dumps:
            DumpRows.write(treeless: isFailure ? "\(error)" : nil, journal: journal, to: &rows)
          case .records: journal.map { DumpRows.write(recordsOf: $0, to: &rows) }
          default: break
          }
        }, error: isFailure ? "\(error)" : nil)
    }
  }
}
