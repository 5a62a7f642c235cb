import TextIO
import TreeJournal
import TreeRows
import TreeSnapshot

/// Writes the rows of dumps, read side by side, in the order of the dumps.
struct ExportRun {
  private let layouts: [RowLayout]
  private let output: ConsoleOutput
  /// A file for each table; none where the rows go to standard output.
  private let files: [GrowingFile]
  /// Whether a dump could not be read.
  private(set) var hasFailures = false

  init(_ layouts: [RowLayout], into folder: String?, _ output: ConsoleOutput) throws {
    self.layouts = layouts
    self.output = output
    files =
      try folder.map { folder in
        try layouts.map { layout in
          try GrowingFile(
            "\(folder)/\(layout.table.rawValue).\(layout.format.rawValue)", makesFolders: true)
        }
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
    for file in files { try file.finish() }
    try output.flush()
    hasFailures = !failures.isEmpty
    for failure in failures { output.note(failure) }
    if !failures.isEmpty, paths.count > 1 {
      output.note("\(failures.count) of \(counted(paths.count, "dump")) could not be read")
    }
  }

  private func write(_ tables: [[UInt8]]) throws {
    if files.isEmpty { return tables.forEach(output.write) }
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
