/// Eight bytes of text, which are looked at together.
struct EightBytes {
  private let word: UInt64

  @inline(__always)
  init(_ start: UnsafeRawPointer) {
    word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

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

  /// How many bytes come before the first that is a quote, a backslash, a control character or not
  /// ASCII; nil where there is none.
  @inline(__always)
  var countBeforeStop: Int? {
    let stops = stops
    return stops == 0 ? nil : stops.trailingZeroBitCount / 8
  }

  /// Whether one of the bytes stops a string, or is a delete character.
  @inline(__always)
  var hasEscapeOrDelete: Bool { stops | places(of: 0x7F) & Self.tops != 0 }
}
