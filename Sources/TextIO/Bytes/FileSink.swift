/// Writes to a file descriptor through a buffer of 64 KB.
///
/// After the first failure nothing more is written, and `failure` holds the error number. What is
/// still buffered goes out with `flush()`.
@usableFromInline
package struct FileSink: ~Copyable, ByteSink {
  private let descriptor: Int32
  @usableFromInline let buffer: UnsafeMutablePointer<UInt8>
  @usableFromInline var used = 0
  @usableFromInline static let capacity = 65_536

  /// The error number of the first write that failed.
  package private(set) var failure: Int32?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit { buffer.deallocate() }

  @inlinable @inline(__always)
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if bytes.count > Self.capacity - used { return writeSlowly(start, bytes.count) }
    (buffer + used).update(from: start, count: bytes.count)
    used += bytes.count
  }

  @inline(never) @usableFromInline
  mutating func writeSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) {
    flush()
    if count > Self.capacity {
      writeOut(start, count)
    } else {
      buffer.update(from: start, count: count)
      used = count
    }
  }

  package mutating func flush() {
    writeOut(buffer, used)
    used = 0
  }

  private mutating func writeOut(_ start: UnsafePointer<UInt8>, _ count: Int) {
    var written = 0
    while written < count, failure == nil {
      #if canImport(Darwin)
        let result = Darwin.write(descriptor, start + written, count - written)
      #elseif canImport(Musl)
        let result = Musl.write(descriptor, start + written, count - written)
      #else
        let result = Glibc.write(descriptor, start + written, count - written)
      #endif
      if result >= 0 {
        written += result
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        failure = errno
      }
    }
  }
}
