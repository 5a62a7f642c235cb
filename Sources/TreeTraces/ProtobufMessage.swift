/// A message in the encoding of protocol buffers. A trace needs nothing else from a library that
/// would be as large as the rest of the command.
struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// Reserves the size of most messages.
  init() { bytes.reserveCapacity(192) }

  /// A number.
  mutating func write(_ field: Int, _ value: UInt64) {
    append(UInt64(field) << 3)
    append(value)
  }

  /// A number that always takes 64 bits.
  mutating func write(_ field: Int, fixed value: UInt64) {
    append(UInt64(field) << 3 | 1)
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
  }

  /// A text.
  mutating func write(_ field: Int, _ text: String) {
    append(UInt64(field) << 3 | 2)
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  /// A nested message.
  mutating func write(_ field: Int, _ message: (inout ProtobufMessage) -> Void) {
    append(UInt64(field) << 3 | 2)
    let start = bytes.count
    bytes.append(0)
    message(&self)
    let count = bytes.count - start - 1
    // One byte suffices for nearly all lengths.
    if count < 0x80 {
      bytes[start] = UInt8(count)
    } else {
      var length = ProtobufMessage()
      length.append(UInt64(count))
      bytes.replaceSubrange(start...start, with: length.bytes)
    }
  }

  /// Seven bits per byte, the lowest first.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
