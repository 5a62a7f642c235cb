import TextIO

/// Columns of numbers, and a JSON object with the place of each, for a browser to read directly.
///
/// The file starts with the object's length in four bytes, the lowest first; then come the object,
/// padded with spaces, and the columns, each at a multiple of eight bytes from the start of the
/// first. Numbers have the lowest byte first.
struct ColumnFile {
  private var columns: [(name: String, offset: Int, count: Int)] = []
  private var body: [UInt8] = []

  /// Reserves space for a number of bytes.
  mutating func reserve(_ count: Int) { body.reserveCapacity(count) }

  /// Adds a column.
  mutating func add<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) {
    add(name, count: numbers.count) { body in
      #if _endian(little)
        numbers.withUnsafeBytes { body.append(contentsOf: $0) }
      #else
        for number in numbers {
          withUnsafeBytes(of: number.littleEndian) { body.append(contentsOf: $0) }
        }
      #endif
    }
  }

  /// Adds a column of numbers with more than 32 bits, as JavaScript numbers.
  mutating func add(_ name: String, doubles: [Double]) { add(name, doubles.map(\.bitPattern)) }

  private mutating func add(_ name: String, count: Int, _ write: (inout [UInt8]) -> Void) {
    body.append(contentsOf: repeatElement(0, count: -body.count & 7))
    columns.append((name, body.count, count))
    write(&body)
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

/// Numbered strings, each once; 0 means none.
struct Strings {
  private var numbers: [String: UInt32] = [:]
  private var ends: [UInt32] = [0]
  private var text: [UInt8] = []

  /// The number of a string, which is added if it is new.
  mutating func number(of string: String?) -> UInt32 {
    guard let string else { return 0 }
    if let number = numbers[string] { return number }
    text += string.utf8
    ends.append(UInt32(text.count))
    let number = UInt32(ends.count - 1)
    numbers[string] = number
    return number
  }

  /// Adds the columns of the strings to a file.
  func add(to file: inout ColumnFile) {
    file.add("stringEnds", ends)
    file.add("strings", text)
  }
}
