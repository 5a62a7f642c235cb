import TextIO
import TreeSnapshot

/// A whole tree for a browser: the contents of `print --json` in columns.
///
/// A node is its position in document order. Names are indices into a list of strings, 0 for none;
/// a column that is 0 for every node is empty. Attributes that a node may have several of are in
/// columns of their own, as records of several names, and `…Ends` gives the end of each node's
/// records.
struct TreeColumns {
  /// The file.
  let bytes: [UInt8]

  /// Writes a tree. Costs a pass over it.
  init(_ state: TreeState, revision: Int) {
    let snapshot = state.snapshot
    let columns = snapshot.columns
    let nodes = columns.nodes
    var file = ColumnFile()
    if !nodes.ids.enumerated().allSatisfy({ $0.element == $0.offset + 1 }) {
      file.add("ids", nodes.ids.map(Int64.init))
    }
    file.add("parents", columns.parents)
    file.add("types", nodes.fixed.map(\.type.rawValue))
    Self.add("labels", \.label, nodes, to: &file)
    Self.add("representations", \.representation, nodes, to: &file)
    Self.add("sources", \.source, nodes, to: &file)
    file.add("sessions", nodes.fixed.map { $0.isSession ? 1 : 0 as UInt8 })
    Self.add("handles", \.subscriptions, nodes, nodes.subscriptions, to: &file)
    Self.add("raises", \.raises, nodes, nodes.raises, to: &file)
    Self.add("messages", columns.vocabulary, to: &file)
    if !nodes.services.isEmpty {
      file.add("serviceEnds", nodes.ends.map(\.services))
      file.add("services", nodes.services.map(\.rawValue))
    }
    if !nodes.states.isEmpty {
      file.add("stateEnds", nodes.ends.map(\.states))
      file.add("states", nodes.states.flatMap { [$0.key.rawValue, $0.value.rawValue] })
    }
    if !nodes.ages.isEmpty {
      let ages = nodes.ages.sorted { $0.key < $1.key }
      file.add("agedNodes", ages.map(\.key))
      file.add("ages", ages.map { Int32(clamping: $0.value) })
    }
    file.add(columns.symbols)
    bytes = file.bytes { json in
      json.write("name", snapshot.name)
      json.write("models", snapshot.count)
      json.write("revision", revision)
      json.write("tree", state.tree)
    }
  }

  private static func add(
    _ name: String, _ field: KeyPath<FixedFields, Symbol>, _ nodes: NodeColumns,
    to file: inout ColumnFile
  ) {
    let symbols = nodes.fixed.map { $0[keyPath: field].rawValue }
    if symbols.contains(where: { $0 != 0 }) { file.add(name, symbols) }
  }

  private static func add(
    _ name: String, _ end: KeyPath<SliceEnds, Int32>, _ nodes: NodeColumns,
    _ records: [SubscriptionRecord], to file: inout ColumnFile
  ) {
    if records.isEmpty { return }
    file.add("\(name)Ends", nodes.ends.map { $0[keyPath: end] })
    add(name, records, to: &file)
  }

  private static func add(
    _ name: String, _ records: [SubscriptionRecord], to file: inout ColumnFile
  ) {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(5 * records.count)
    for record in records {
      numbers.append(record.kind.number)
      for symbol in [record.domain, record.code, record.label, record.source] {
        numbers.append(symbol.rawValue)
      }
    }
    file.add(name, numbers)
  }

}

extension Message.Kind {
  /// The kind in a column.
  var number: UInt32 { UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// Columns of numbers, and a JSON object with the place of each, for a browser to read directly.
///
/// The file starts with the object's length in four bytes, the lowest first; then come the object,
/// padded with spaces, and the columns, each at a multiple of eight bytes from the start of the
/// first. Numbers have the lowest byte first.
struct ColumnFile {
  private var columns: [(name: String, offset: Int, count: Int)] = []
  private var body: [UInt8] = []

  /// Adds a column.
  mutating func add<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) {
    body.append(contentsOf: repeatElement(0, count: -body.count & 7))
    columns.append((name, body.count, numbers.count))
    // Swift's systems have the lowest byte first.
    numbers.withUnsafeBytes { body.append(contentsOf: $0) }
  }

  /// Adds a column of numbers with more than 32 bits, as JavaScript numbers.
  mutating func add(_ name: String, doubles: [Double]) { add(name, doubles.map(\.bitPattern)) }

  /// Adds the columns of numbered names; 0 stands for none.
  mutating func add(_ names: SymbolTable) {
    var ends: [UInt32] = [0]
    var text: [UInt8] = []
    for symbol in names.all {
      names.withBytes(of: symbol) { text.append(contentsOf: $0) }
      ends.append(UInt32(text.count))
    }
    add("stringEnds", ends)
    add("strings", text)
  }

  /// The whole file.
  ///
  /// - Parameter members: Writes further members of the object.
  func bytes(_ members: (inout JSONObject) -> Void) -> [UInt8] {
    let head = JSONText.object { json in
      members(&json)
      json.object("columns") { json in
        for column in columns { json.write(column.name, [column.offset, column.count]) }
      }
    }
    let headSize = head.bytes.count + (-(head.bytes.count + 4) & 7)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + headSize + body.count)
    withUnsafeBytes(of: UInt32(headSize).littleEndian) { bytes.append(contentsOf: $0) }
    bytes += head.bytes
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: headSize - head.bytes.count))
    bytes += body
    return bytes
  }
}
