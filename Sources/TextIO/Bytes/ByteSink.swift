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

  @inlinable @inline(__always)
  package mutating func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func write(byte: UInt8) {
    withUnsafePointer(to: byte) { write(UnsafeBufferPointer(start: $0, count: 1)) }
  }

  @inlinable
  package mutating func write(decimal value: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var position = 20
      var rest = value.magnitude
      repeat {
        position -= 1
        digits[position] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 { write("-" as StaticString) }
      write(UnsafeBufferPointer(rebasing: digits[position...]))
    }
  }
}
