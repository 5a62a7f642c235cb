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
    _ text: String, _ layout: RowLayout, to sink: inout some ByteSink & ~Copyable
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
