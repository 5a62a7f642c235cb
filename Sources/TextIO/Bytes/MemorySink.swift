/// Collects bytes in memory.
@usableFromInline
package struct MemorySink: ~Copyable, ByteSink {
  private var whole: [UInt8] = []
  @usableFromInline let buffer: UnsafeMutablePointer<UInt8>
  @usableFromInline var used = 0
  @usableFromInline static let capacity = 16_384

  package init() { buffer = .allocate(capacity: Self.capacity) }

  deinit { buffer.deallocate() }

  @inlinable @inline(__always)
  package mutating func write(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > Self.capacity - used { return writeSlowly(more) }
    (buffer + used).update(from: start, count: more.count)
    used += more.count
  }

  @inline(never) @usableFromInline
  mutating func writeSlowly(_ more: UnsafeBufferPointer<UInt8>) {
    flush()
    whole.append(contentsOf: more)
  }

  private mutating func flush() {
    whole.append(contentsOf: UnsafeBufferPointer(start: buffer, count: used))
    used = 0
  }

  /// What was written.
  package var bytes: [UInt8] {
    mutating get {
      flush()
      return whole
    }
  }

  /// What was written, as text.
  package var text: String {
    mutating get { String(decoding: bytes, as: UTF8.self) }
  }
}
