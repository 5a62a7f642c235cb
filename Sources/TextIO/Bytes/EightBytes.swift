/// Eight bytes of text as one word.
struct EightBytes {
  private let word: UInt64

  init(_ start: UnsafeRawPointer) {
    word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var tops: UInt64 { 0x8080_8080_8080_8080 }

  private func places(of byte: UInt8) -> UInt64 {
    let zeros = word ^ (Self.ones &* UInt64(byte))
    return (zeros &- Self.ones) & ~zeros
  }

  /// The top bits of those bytes that are a quote, a backslash, a control character or not ASCII.
  /// Bytes after the first of them may be marked in error.
  private var stops: UInt64 {
    let marks =
      places(of: UInt8(ascii: "\"")) | places(of: UInt8(ascii: "\\"))
      | (word &- Self.ones &* 0x20) & ~word | word
    return marks & Self.tops
  }

  /// The number of bytes before the first one that stops a run of printable ASCII in a string.
  var countBeforeStop: Int { stops.trailingZeroBitCount / 8 }

  /// Whether one of the bytes stops a string, or is a delete character.
  var hasEscapeOrDelete: Bool { stops | places(of: 0x7F) & Self.tops != 0 }
}
