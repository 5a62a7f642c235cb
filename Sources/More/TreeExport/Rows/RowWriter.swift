package import TextIO
package import TreeSnapshot

/// Writes the rows of one table for one dump, a JSON object a line; missing values are left out. A row's
/// values must come in the order of the table's columns, each once.
package struct RowWriter: ~Copyable {
  private var sink = MemorySink()
  /// The beginning of each row.
  private let prefix: [UInt8]
  /// By column: the text before its value.
  private let starts: [[UInt8]]
  private var column = 0

  /// - Parameter dump: The dump's file.
  package init(_ table: RowTable, dump: String) {
    starts = table.columns.map { Array(",\"\($0)\":".utf8) }
    var start = MemorySink()
    start.write("{\"dump\":" as StaticString)
    JSONString.write(dump, to: &start)
    prefix = start.bytes
  }

  /// The rows so far.
  package var bytes: [UInt8] { mutating get { sink.bytes } }

  package mutating func begin() {
    sink.write(prefix)
    column = 0
  }

  package mutating func end() { sink.write("}\n" as StaticString) }

  /// Begins the value of the next column, unless it is missing.
  private mutating func open(_ isThere: Bool) -> Bool {
    if isThere { sink.write(starts[column]) }
    column += 1
    return isThere
  }

  /// Skips the next column.
  package mutating func skip() { column += 1 }

  package mutating func write(_ number: Int?) {
    guard open(number != nil), let number else { return }
    sink.write(decimal: number)
  }

  package mutating func write(_ flag: Bool) {
    if open(true) { sink.write(flag ? "true" : "false" as StaticString) }
  }

  package mutating func write(_ text: String?) {
    guard open(text != nil), let text else { return }
    JSONString.write(text, to: &sink)
  }

  package mutating func write(_ text: SafeText) { write(text.string) }

  /// Writes a name of a snapshot.
  package mutating func write(_ name: Symbol, of snapshot: Snapshot) {
    if open(!name.isNone) { snapshot.writeName(name, to: &sink) }
  }

  /// Writes a model's state.
  package mutating func write(_ states: ArraySlice<StateRecord>, of snapshot: Snapshot) {
    guard open(!states.isEmpty) else { return }
    for (index, state) in states.enumerated() {
      sink.write(byte: UInt8(ascii: index == 0 ? "{" : ","))
      snapshot.writeName(state.key, to: &sink)
      sink.write(byte: UInt8(ascii: ":"))
      snapshot.writeName(state.value, to: &sink)
    }
    sink.write(byte: UInt8(ascii: "}"))
  }
}
