/// The bytes of a message in the encoding of protocol buffers. It is all that a trace asks of a library
/// that would be as large as the rest of the command.
struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// A number.
  mutating func write(_ field: Int, _ value: UInt64) {
    append(UInt64(field) << 3)
    append(value)
  }

  /// A number of 64 bits in any case.
  mutating func write(_ field: Int, fixed value: UInt64) {
    append(UInt64(field) << 3 | 1)
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
  }

  /// A text.
  mutating func write(_ field: Int, _ text: String) { write(field, Array(text.utf8)) }

  /// A message within.
  mutating func write(_ field: Int, _ message: (inout ProtobufMessage) -> Void) {
    var inner = ProtobufMessage()
    message(&inner)
    write(field, inner.bytes)
  }

  private mutating func write(_ field: Int, _ content: [UInt8]) {
    append(UInt64(field) << 3 | 2)
    append(UInt64(content.count))
    bytes += content
  }

  /// Seven bits a byte, the lowest first.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
