/// How rows are written.
package enum RowFormat: String, CaseIterable, Sendable {
  /// One JSON object a line; a value that is not there is left out.
  case ndjson
  /// Comma-separated values after RFC 4180, with a line of names. Control characters are escaped as
  /// in text, and maps are JSON.
  case csv
}

/// The rows of one table as they are wanted: in a format, with a choice of columns.
package struct RowLayout: Sendable {
  package let table: RowTable
  package let format: RowFormat
  /// Whether text that a spreadsheet would compute begins with an apostrophe.
  let isSafe: Bool
  /// The names of the columns of the key, which come first.
  package let keys: [String]
  /// The columns that are written, in their order.
  package let columns: [RowColumn]
  /// For each column of the table, what its value begins with; nil if it is not written.
  let starts: [[UInt8]?]
  /// The same for the columns of the key.
  let keyStarts: [[UInt8]?]

  /// Lays out rows.
  ///
  /// - Parameters:
  ///   - keys: The names of the columns of the key.
  ///   - chosen: The names of the columns to write; nil for all.
  ///   - isSafe: Whether text in CSV that a spreadsheet would compute begins with an apostrophe.
  package init(
    _ table: RowTable, _ format: RowFormat, keys: [String], chosen: [String]? = nil,
    isSafe: Bool = false
  ) {
    self.table = table
    self.format = format
    self.isSafe = isSafe
    self.keys = keys
    func isChosen(_ name: String) -> Bool { chosen?.contains(name) ?? true }
    func start(_ name: String) -> [UInt8]? {
      if !isChosen(name) { return nil }
      return format == .csv ? [] : Array("\"\(name)\":".utf8)
    }
    keyStarts = keys.map(start)
    starts = table.columns.map { start($0.name) }
    columns = (keys.map(RowColumn.init(key:)) + table.columns).filter { isChosen($0.name) }
  }

  /// The line of names that a file of the format begins with; empty if there is none.
  package var heading: [UInt8] {
    format == .csv ? Array((columns.map(\.name).joined(separator: ",") + "\r\n").utf8) : []
  }
}
