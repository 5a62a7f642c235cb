/// Collects bytes in memory, or passes them on in parts.
@usableFromInline
package struct MemorySink: ~Copyable {
  /// The bytes that haven't been passed on.
  @usableFromInline package internal(set) var bytes: [UInt8] = []
  @usableFromInline let take: ((UnsafeBufferPointer<UInt8>) -> Void)?
  @usableFromInline static let partSize = 131_072

  /// Creates an empty sink that keeps everything.
  package init() { take = nil }

  /// Creates a sink that passes on parts of 128 KB. `flush()` passes on the last one.
  ///
  /// - Parameter take: receives a part, whose bytes are valid until it returns.
  package init(handingTo take: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    self.take = take
    bytes.reserveCapacity(Self.partSize)
  }

  @inlinable
  package mutating func write(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: more)
    if take != nil, bytes.count >= Self.partSize { flush() }
  }

  @inlinable
  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  @inlinable
  package mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

  @inlinable
  package mutating func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func write(byte: UInt8) {
    bytes.append(byte)
    if take != nil, bytes.count >= Self.partSize { flush() }
  }

  @inlinable
  package mutating func write(decimal value: Int) { write(String(value)) }

  /// Passes on the remaining bytes.
  @usableFromInline
  package mutating func flush() {
    guard let take else { return }
    bytes.withUnsafeBufferPointer(take)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The bytes that haven't been passed on, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Writes to a file descriptor through a buffer of 64 KB.
///
/// After the first failure, nothing more is written, and `failure` is the error number. `flush()`
/// writes the rest.
package struct FileSink: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// The error number of the first write that failed.
  package private(set) var failure: Int32?

  package init(descriptor: Int32) { self.descriptor = descriptor }

  package mutating func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 65_536 { flush() }
  }

  package mutating func write(_ text: String) { write(text.utf8) }

  package mutating func flush() {
    if failure == nil { failure = Descriptor.writeAll(buffer, to: descriptor) }
    buffer.removeAll(keepingCapacity: true)
  }
}
