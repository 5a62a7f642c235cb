import TextIO

/// Writes to a socket, what is small through a buffer of 64 KB, and gives up on a reader that takes
/// too long for as much.
///
/// After the first failure nothing more is written.
struct SocketSink: ~Copyable, ByteSink {
  private let socket: LocalSocket
  private let buffer: UnsafeMutableRawBufferPointer
  private var used = 0
  private let patience: Int32

  /// Whether everything so far was written or is in the buffer.
  private(set) var isWhole = true

  private static let capacity = 65_536

  /// Begins to write.
  ///
  /// - Parameter patience: How many milliseconds a buffer full may take.
  init(_ socket: LocalSocket, patience: Int32) {
    self.socket = socket
    self.patience = patience
    buffer = .allocate(byteCount: Self.capacity, alignment: 1)
  }

  deinit { buffer.deallocate() }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isWhole else { return }
    let bytes = UnsafeRawBufferPointer(bytes)
    if bytes.count > Self.capacity - used { flush() }
    if bytes.count > Self.capacity { send(bytes) } else { copy(bytes) }
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: bytes)
    used += bytes.count
  }

  /// Writes out what is in the buffer.
  mutating func flush() {
    send(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
    used = 0
  }

  private mutating func send(_ bytes: UnsafeRawBufferPointer) {
    var written = 0
    var limit = 0
    var end = ContinuousClock.now
    while written < bytes.count, isWhole {
      if written >= limit {
        limit = written + Self.capacity
        end = .now + .milliseconds(Int(patience))
      }
      switch socket.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
      case .bytes(let count): written += count
      case .ended: isWhole = false
      case .wouldBlock:
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        if left <= 0 || !socket.waitToWrite(Int32(left) + 1) { isWhole = false }
      }
    }
  }
}
