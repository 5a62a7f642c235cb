/// A string of ASCII without escapes, which can be shown as it is: a part of the text, of which there are 32
/// bytes at least from its beginning on.
@usableFromInline
package struct PlainString {
  /// Where it begins.
  @usableFromInline package let start: UnsafePointer<UInt8>
  /// The number of its bytes.
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
