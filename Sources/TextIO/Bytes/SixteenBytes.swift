/// Sixteen bytes of text, which are looked at together.
@usableFromInline
struct SixteenBytes {
  @usableFromInline let bytes: SIMD16<Int8>

  @inlinable @inline(__always)
  init(_ start: UnsafeRawPointer) { bytes = start.loadUnaligned(as: SIMD16<Int8>.self) }

  /// How many bytes come before the first that is a quote, a backslash, a control or delete character or
  /// not ASCII; nil where there is none.
  @inlinable @inline(__always)
  var countBeforeStop: Int? {
    // What is not ASCII is negative. With its types written out this is an instruction for each operator.
    let controls: SIMDMask<SIMD16<Int8>> = bytes .< SIMD16<Int8>(repeating: 0x20)
    let quotes: SIMDMask<SIMD16<Int8>> = bytes .== SIMD16<Int8>(repeating: 0x22)
    let backslashes: SIMDMask<SIMD16<Int8>> = bytes .== SIMD16<Int8>(repeating: 0x5C)
    let deletes: SIMDMask<SIMD16<Int8>> = bytes .== SIMD16<Int8>(repeating: 0x7F)
    let stops: SIMDMask<SIMD16<Int8>> = controls .| quotes .| backslashes .| deletes
    let words = unsafeBitCast(stops, to: SIMD2<UInt64>.self)
    let (first, second) = (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    if first != 0 { return first.trailingZeroBitCount / 8 }
    return second == 0 ? nil : 8 &+ second.trailingZeroBitCount / 8
  }
}
