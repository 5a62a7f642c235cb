/// The format of rows.
package enum RowFormat: String, CaseIterable, Sendable {
  /// One JSON object per line; missing values are left out.
  case ndjson
  /// Comma-separated values according to RFC 4180, with a header line. Control characters are
  /// escaped as in text, and maps are JSON.
  case csv
}

/// The layout of a table's rows: the format and the chosen columns.
package struct RowLayout: Sendable {
  package let table: RowTable
  package let format: RowFormat
  /// Whether text that a spreadsheet would evaluate is preceded by an apostrophe.
  let isSafe: Bool
  /// The columns to write, in order.
  package let columns: [RowColumn]
  /// By column of the table: the text before its value; nil if it isn't written.
  let starts: [[UInt8]?]
  /// The same for the key's columns.
  let keyStarts: [[UInt8]?]

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - keys: The names of the key's columns.
  ///   - chosen: The names of the columns to write; nil for all.
  ///   - isSafe: Whether CSV text that a spreadsheet would evaluate is preceded by an apostrophe.
  package init(
    _ table: RowTable, _ format: RowFormat, keys: [String], chosen: [String]? = nil,
    isSafe: Bool = false
  ) {
    self.table = table
    self.format = format
    self.isSafe = isSafe
    func isChosen(_ name: String) -> Bool { chosen?.contains(name) ?? true }
    func start(_ name: String) -> [UInt8]? {
      if !isChosen(name) { return nil }
      return format == .csv ? [] : Array("\"\(name)\":".utf8)
    }
    keyStarts = keys.map(start)
    starts = table.columns.map { start($0.name) }
    columns = (keys.map(RowColumn.init(key:)) + table.columns).filter { isChosen($0.name) }
  }

  /// The header line; empty if the format has none.
  package var heading: [UInt8] {
    format == .csv ? Array((columns.map(\.name).joined(separator: ",") + "\r\n").utf8) : []
  }
}
