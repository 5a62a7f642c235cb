#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes bytes: a file, a pipe, or memory.
package protocol ByteSink: ~Copyable {
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteSink where Self: ~Copyable {
  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  @inline(__always)
  package mutating func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(byte: UInt8) {
    withUnsafePointer(to: byte) { write(UnsafeBufferPointer(start: $0, count: 1)) }
  }

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

/// Collects bytes in memory.
package struct MemorySink: ~Copyable, ByteSink {
  private var whole: [UInt8] = []
  private let buffer: UnsafeMutablePointer<UInt8>
  private var used = 0
  private static let capacity = 16_384

  package init() { buffer = .allocate(capacity: Self.capacity) }

  deinit { buffer.deallocate() }

  @inline(__always)
  package mutating func write(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > Self.capacity - used { return writeSlowly(more) }
    (buffer + used).update(from: start, count: more.count)
    used += more.count
  }

  @inline(never)
  private mutating func writeSlowly(_ more: UnsafeBufferPointer<UInt8>) {
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

/// Writes to a file descriptor through a buffer of 64 KB.
///
/// After the first failure nothing more is written, and `failure` holds the error number. What is
/// still buffered goes out with `flush()`.
package struct FileSink: ~Copyable, ByteSink {
  private let descriptor: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private var used = 0
  private static let capacity = 65_536

  /// The error number of the first write that failed.
  package private(set) var failure: Int32?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit { buffer.deallocate() }

  @inline(__always)
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if bytes.count > Self.capacity - used { return writeSlowly(start, bytes.count) }
    (buffer + used).update(from: start, count: bytes.count)
    used += bytes.count
  }

  @inline(never)
  private mutating func writeSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) {
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
