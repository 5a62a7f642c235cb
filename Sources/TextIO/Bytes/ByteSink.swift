/// Takes bytes: a file, a pipe, or memory.
///
/// What a writer calls for each word is inlinable: printing a large tree is a twentieth slower
/// otherwise.
@usableFromInline
package protocol ByteSink: ~Copyable {
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteSink where Self: ~Copyable {
  @inlinable
  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  @inlinable
  package mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

  @inlinable @inline(__always)
  package mutating func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func write(byte: UInt8) {
    withUnsafePointer(to: byte) { write(UnsafeBufferPointer(start: $0, count: 1)) }
  }

  @inlinable
  package mutating func write(decimal value: Int) { value.withDecimalBytes { write($0) } }
}

extension Int {
  /// Lends the number in decimal digits.
  @inlinable @inline(__always)
  package func withDecimalBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      let pairs = DigitPairs.text.utf8Start
      var position = 20
      var rest = magnitude
      while rest >= 10 {
        let pair = Int(rest % 100) * 2
        rest /= 100
        position -= 2
        digits[position] = pairs[pair]
        digits[position + 1] = pairs[pair + 1]
      }
      if rest > 0 || position == 20 {
        position -= 1
        digits[position] = UInt8(ascii: "0") + UInt8(rest)
      }
      if self < 0 {
        position -= 1
        digits[position] = UInt8(ascii: "-")
      }
      body(UnsafeBufferPointer(rebasing: digits[position...]))
    }
  }
}

/// The numbers from 0 to 99 in two digits each, one after the other.
@usableFromInline
enum DigitPairs {
  @inlinable @inline(__always)
  static var text: StaticString {
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
  }
}
