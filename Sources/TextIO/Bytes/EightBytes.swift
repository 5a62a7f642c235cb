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

  @inline(__always)
  private func places(of byte: UInt8) -> UInt64 {
    let zeros = word ^ (Self.ones &* UInt64(byte))
    return (zeros &- Self.ones) & ~zeros
  }

  /// The top bits of those bytes that are a quote, a backslash, a control character or not ASCII.
  /// Behind the first of them others may be marked as well.
  @inline(__always)
  private var stops: UInt64 {
    let found =
      places(of: UInt8(ascii: "\"")) | places(of: UInt8(ascii: "\\"))
      | (word &- Self.ones &* 0x20) & ~word | word
    return found & Self.tops
  }

  /// Whether one of the bytes stops a string, or is a delete character.
  @inline(__always)
  var hasEscapeOrDelete: Bool { stops | places(of: 0x7F) & Self.tops != 0 }

  /// How many spaces come before anything else.
  @inline(__always)
  var spaceCount: Int { (word ^ Self.ones &* 0x20).trailingZeroBitCount / 8 }

  /// The number that the digits at the beginning are, and how many there are; eight count as none.
  @inlinable @inline(__always)
  var number: (value: Int, digits: Int) {
    // A digit has its value in the lower half of its byte, and nothing in the upper one.
    let values = word ^ Self.ones &* 0x30
    let others = (values | (values &+ Self.ones &* 0x76)) & Self.tops
    let digits = others.trailingZeroBitCount / 8 & 7
    guard digits > 0 else { return (0, 0) }
    // Zeros are put before them; then two, four and eight digits are put together.
    let eight = values &<< UInt64(64 - digits * 8)
    let pairs = (eight &* 10 &+ eight &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    let value = (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
    return (Int(truncatingIfNeeded: value), digits)
  }
}
