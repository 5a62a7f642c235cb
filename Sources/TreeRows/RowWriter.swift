package import TextIO
package import TreeSnapshot

/// Writes the rows of one table for one dump. A row's values must come in the order of the table's
/// columns, each once.
package struct RowWriter: ~Copyable {
  private var sink = MemorySink()
  private let layout: RowLayout
  /// The beginning of each row.
  private let prefix: [UInt8]
  private let isPrefixEmpty: Bool
  private var column = 0
  private var isFirst = true

  /// - Parameters:
  ///   - dump: The dump's file.
  ///   - key: The values of the key's columns.
  package init(_ layout: RowLayout, dump: String, key: [String?]) {
    self.layout = layout
    var start = MemorySink()
    var isEmpty = true
    if layout.format == .ndjson { start.write("{" as StaticString) }
    for (name, value) in zip(layout.keyStarts + [layout.starts[0]], key + [dump]) {
      guard let name, value != nil || layout.format == .csv else { continue }
      if !isEmpty { start.write(byte: UInt8(ascii: ",")) }
      isEmpty = false
      start.write(name)
      if let value { Self.write(value, layout, to: &start) }
    }
    prefix = start.bytes
    isPrefixEmpty = isEmpty
  }

  /// The rows so far.
  package var bytes: [UInt8] { mutating get { sink.bytes } }

  package mutating func begin() {
    sink.write(prefix)
    isFirst = isPrefixEmpty
    column = 1
  }

  package mutating func end() {
    sink.write(layout.format == .csv ? "\r\n" : "}\n" as StaticString)
  }

  /// Begins the value of the next column; false if the column isn't written, or the value is
  /// missing.
  private mutating func open(_ isThere: Bool) -> Bool {
    guard let start = layout.starts[column] else {
      column += 1
      return false
    }
    column += 1
    if !isThere, layout.format == .ndjson { return false }
    if !isFirst { sink.write(byte: UInt8(ascii: ",")) }
    isFirst = false
    sink.write(start)
    return isThere
  }

  /// Whether the next column is written; check this before computing an expensive value.
  package var isWanted: Bool { layout.starts[column] != nil }

  /// Skips the next column.
  package mutating func skip() { _ = open(false) }

  package mutating func write(_ number: Int?) {
    guard open(number != nil), let number else { return }
    sink.write(decimal: number)
  }

  package mutating func write(_ flag: Bool) {
    if open(true) { sink.write(flag ? "true" : "false" as StaticString) }
  }

  package mutating func write(_ text: String?) {
    guard open(text != nil), let text else { return }
    Self.write(text, layout, to: &sink)
  }

  package mutating func write(_ text: SafeText) { write(text.string) }

  /// Writes a name of a snapshot.
  package mutating func write(_ name: Symbol, of snapshot: Snapshot) {
    guard open(!name.isNone) else { return }
    switch layout.format {
    case .ndjson: snapshot.writeName(name, to: &sink)
    case .csv: Self.write(snapshot.columns.symbols.string(name), layout, to: &sink)
    }
  }

  /// Writes a model's state.
  package mutating func write(_ states: ArraySlice<StateRecord>, of snapshot: Snapshot) {
    guard open(!states.isEmpty) else { return }
    var map = MemorySink()
    map.write("{" as StaticString)
    for (index, state) in states.enumerated() {
      if index > 0 { map.write(byte: UInt8(ascii: ",")) }
      snapshot.writeName(state.key, to: &map)
      map.write(byte: UInt8(ascii: ":"))
      snapshot.writeName(state.value, to: &map)
    }
    map.write("}" as StaticString)
    switch layout.format {
    case .ndjson: sink.write(map.bytes)
    case .csv: Self.write(map.text, layout, to: &sink)
    }
  }

  /// The characters at which a spreadsheet recognizes a formula.
  private static let computedMarks = Array("=+-@\t\r".utf8)

  static func write(
    _ text: String, _ layout: RowLayout, to sink: inout MemorySink
  ) {
    switch layout.format {
    case .ndjson: JSONString.write(text, to: &sink)
    case .csv:
      // Always quoted: an empty text is a value, a missing one isn't.
      sink.write(byte: UInt8(ascii: "\""))
      if layout.isSafe, text.utf8.first.map(computedMarks.contains) == true {
        sink.write(byte: UInt8(ascii: "'"))
      }
      for byte in SafeText(text).string.utf8 {
        if byte == UInt8(ascii: "\"") { sink.write(byte: byte) }
        sink.write(byte: byte)
      }
      sink.write(byte: UInt8(ascii: "\""))
    }
  }
}

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
