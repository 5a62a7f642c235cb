/// Eight bytes of text, which are looked at together.
@usableFromInline
struct EightBytes {
  @usableFromInline let word: UInt64

  @inlinable @inline(__always)
  init(_ start: UnsafeRawPointer) {
    word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always)
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable @inline(__always)
  static var tops: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable @inline(__always)
  func places(of byte: UInt8) -> UInt64 {
    let zeros = word ^ (Self.ones &* UInt64(byte))
    return (zeros &- Self.ones) & ~zeros
  }

  /// The top bits of those bytes that are a quote, a backslash, a control character or not ASCII.
  /// Behind the first of them others may be marked as well.
  @inlinable @inline(__always)
  var stops: UInt64 {
    let found =
      places(of: UInt8(ascii: "\"")) | places(of: UInt8(ascii: "\\"))
      | (word &- Self.ones &* 0x20) & ~word | word
    return found & Self.tops
  }

  /// How many bytes come before the first that is a quote, a backslash, a control character or not
  /// ASCII; nil where there is none.
  @inlinable @inline(__always)
  var countBeforeStop: Int? {
    let stops = stops
    return stops == 0 ? nil : stops.trailingZeroBitCount / 8
  }

  /// Whether one of the bytes stops a string, or is a delete character.
  @inline(__always)
  var hasEscapeOrDelete: Bool { stops | places(of: 0x7F) & Self.tops != 0 }
}
