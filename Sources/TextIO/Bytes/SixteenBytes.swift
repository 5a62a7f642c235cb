/// Sixteen bytes of text, which are looked at together.
///
/// The lowest byte of a word is the first one, as on all processors that Swift supports.
@usableFromInline
struct SixteenBytes {
  @usableFromInline let bytes: SIMD16<Int8>

  @inlinable @inline(__always)
  init(_ start: UnsafeRawPointer) { bytes = start.loadUnaligned(as: SIMD16<Int8>.self) }

  /// Four bits for each byte, from the lowest on: all of them for a quote, a backslash, a control or delete
  /// character and what is not ASCII, else none.
  @inlinable @inline(__always)
  var stops: UInt64 {
    // What is not ASCII is negative, and so is one more than the delete character. With its types written
    // out this is an instruction for each operator.
    let next: SIMD16<Int8> = bytes &+ SIMD16<Int8>(repeating: 1)
    let controls: SIMDMask<SIMD16<Int8>> = next .< SIMD16<Int8>(repeating: 0x21)
    let quotes: SIMDMask<SIMD16<Int8>> = bytes .== SIMD16<Int8>(repeating: 0x22)
    let backslashes: SIMDMask<SIMD16<Int8>> = bytes .== SIMD16<Int8>(repeating: 0x5C)
    let stops: SIMDMask<SIMD16<Int8>> = controls .| quotes .| backslashes
    // Half of each byte of a pair, in a byte.
    let pairs = unsafeBitCast(stops, to: SIMD8<UInt16>.self) &>> SIMD8<UInt16>(repeating: 4)
    @inline(__always) func half(_ pair: Int) -> UInt8 { UInt8(truncatingIfNeeded: pairs[pair]) }
    let halves = SIMD8<UInt8>(
      half(0), half(1), half(2), half(3), half(4), half(5), half(6), half(7))
    return unsafeBitCast(halves, to: UInt64.self)
  }

  /// How many bytes come before the first of sixteen that stops a plain string; 16 where none does.
  @inlinable @inline(__always)
  var countBeforeStop: Int { stops.trailingZeroBitCount / 4 }

  /// How many bytes come before the first of thirty-two that stops a plain string; 32 where none does.
  ///
  /// Names are as long as they like: a branch on it is one that no processor foresees.
  @inlinable @inline(__always)
  static func countBeforeStop(_ start: UnsafeRawPointer) -> Int {
    let first = SixteenBytes(start).stops.trailingZeroBitCount
    let second = SixteenBytes(start + 16).stops.trailingZeroBitCount
    // The second counts where the first is 64.
    return (first &+ second & (0 &- first &>> 6)) / 4
  }
}
