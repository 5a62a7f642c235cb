/// Collects bytes in a block of memory, and hands it on whenever it is full.
///
/// What is still in the block goes on with `flush()`.
@usableFromInline
package struct BlockSink: ~Copyable, ByteSink {
  @usableFromInline let block: UnsafeMutablePointer<UInt8>
  @usableFromInline var used = 0
  @usableFromInline static let capacity = 131_072
  private let take: (UnsafeBufferPointer<UInt8>) -> Void

  /// Begins to collect.
  ///
  /// - Parameter take: Takes a block, whose bytes are there until it returns.
  package init(_ take: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    block = .allocate(capacity: Self.capacity)
    self.take = take
  }

  deinit { block.deallocate() }

  @inlinable @inline(__always)
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if bytes.count > Self.capacity - used { return writeSlowly(bytes) }
    (block + used).update(from: start, count: bytes.count)
    used += bytes.count
  }

  @inline(never) @usableFromInline
  mutating func writeSlowly(_ bytes: UnsafeBufferPointer<UInt8>) {
    flush()
    if bytes.count > Self.capacity { return take(bytes) }
    write(bytes)
  }

  /// Hands on what is in the block.
  package mutating func flush() {
    if used > 0 { take(UnsafeBufferPointer(start: block, count: used)) }
    used = 0
  }
}
