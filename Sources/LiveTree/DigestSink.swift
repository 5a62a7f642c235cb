import TextIO

/// Makes a number of the bytes that are written to it, which stands for them in this process.
struct DigestSink: ~Copyable, ByteSink {
  private var hasher = Hasher()

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
  }

  /// The number.
  var digest: Int { hasher.finalize() }
}
