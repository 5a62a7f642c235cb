/// Collects bytes in memory, or hands them on a block at a time.
@usableFromInline
package struct MemorySink: ~Copyable, ByteSink {
  private var whole: [UInt8] = []
  private let take: ((UnsafeBufferPointer<UInt8>) -> Void)?
  @usableFromInline let block: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int
  @usableFromInline var used = 0

  /// Begins to collect.
  package init() { self.init(capacity: 16_384, take: nil) }

  /// Begins to hand on blocks of 128 KB. What is in the last one goes on with `flush()`.
  ///
  /// - Parameter take: Takes a block, whose bytes are there until it returns.
  package init(handingTo take: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    self.init(capacity: 131_072, take: take)
  }

  private init(capacity: Int, take: ((UnsafeBufferPointer<UInt8>) -> Void)?) {
    self.capacity = capacity
    self.take = take
    block = .allocate(capacity: capacity)
  }

  deinit { block.deallocate() }

  @inlinable @inline(__always)
  package mutating func write(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > capacity - used { return writeSlowly(more) }
    (block + used).update(from: start, count: more.count)
    used += more.count
  }

  @inline(never) @usableFromInline
  mutating func writeSlowly(_ more: UnsafeBufferPointer<UInt8>) {
    flush()
    pass(more)
  }

  /// Takes what is in the block out of it.
  package mutating func flush() {
    if used > 0 { pass(UnsafeBufferPointer(start: block, count: used)) }
    used = 0
  }

  private mutating func pass(_ more: UnsafeBufferPointer<UInt8>) {
    if let take { take(more) } else { whole.append(contentsOf: more) }
  }

  /// What was written and not handed on.
  package var bytes: [UInt8] {
    mutating get {
      flush()
      return whole
    }
  }

  /// Writes into another sink what was written into this one, which is empty then.
  package mutating func move(to sink: inout some ByteSink & ~Copyable) {
    if !whole.isEmpty {
      whole.withUnsafeBufferPointer { sink.write($0) }
      whole.removeAll(keepingCapacity: true)
    }
    sink.write(UnsafeBufferPointer(start: block, count: used))
    used = 0
  }

  /// What was written and not handed on, as text.
  package var text: String {
    mutating get { String(decoding: bytes, as: UTF8.self) }
  }
}
