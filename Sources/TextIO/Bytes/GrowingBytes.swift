/// Bytes to which many small pieces are added, which takes an array twice as long.
struct GrowingBytes {
  /// The bytes, and room for more.
  private var memory: [UInt8] = []
  /// The number of bytes.
  private(set) var count = 0

  init() {}

  init(_ bytes: [UInt8]) {
    memory = bytes
    count = bytes.count
  }

  /// Lends the bytes from an offset on.
  @inline(__always)
  func withBytes<Result>(
    from start: Int = 0, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    memory.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<count])) }
  }

  @inline(__always)
  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    makeRoom(for: more.count)
    memory.withUnsafeMutableBufferPointer { memory in
      (memory.baseAddress.unsafelyUnwrapped + count).update(from: start, count: more.count)
    }
    count += more.count
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    memory[count] = byte
    count += 1
  }

  mutating func append(_ byte: UInt8, times: Int) {
    makeRoom(for: times)
    memory.withUnsafeMutableBufferPointer { $0[count..<count + times].update(repeating: byte) }
    count += times
  }

  /// Removes all bytes; their room stays.
  mutating func removeAll() { count = 0 }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if count + more > memory.count { grow(for: more) }
  }

  @inline(never)
  private mutating func grow(for more: Int) {
    memory += repeatElement(0, count: max(more, memory.count, 256))
  }
}
