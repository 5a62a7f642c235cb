/// Splits bytes that arrive in parts into lines.
package struct LineBuffer {
  /// A line without its newline or carriage return.
  package enum Line: Hashable, Sendable {
    case bytes([UInt8])
    /// A line longer than the limit; none of it is kept.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  /// No line ends between its start and this place.
  private var searched = 0
  /// Whether the rest of a line that is too long is being dropped.
  private var isSkipping = false

  /// - Parameter limit: The most bytes of a line.
  package init(limit: Int) { self.limit = limit }

  /// Whether an incomplete line has arrived.
  package var isWithinLine: Bool { isSkipping || start < bytes.count }

  /// Adds bytes.
  package mutating func add(_ more: [UInt8]) {
    if start > 0 {
      // A new array, to release the memory of a long line.
      bytes = Array(bytes[start...])
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next complete line; nil if there is none yet.
  package mutating func next() -> Line? {
    if let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      return take(upTo: newline)
    }
    searched = bytes.count
    if searched - start > limit { (isSkipping, start) = (true, searched) }
    return nil
  }

  /// The rest as a line; nil if there is none.
  package mutating func last() -> Line? { isWithinLine ? take(upTo: bytes.count) : nil }

  private mutating func take(upTo end: Int) -> Line {
    let line = bytes[start..<end]
    start = min(end + 1, bytes.count)
    searched = start
    if isSkipping || line.count > limit {
      isSkipping = false
      return .tooLong
    }
    return .bytes(Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
  }
}

/// Reads lines from a descriptor as they arrive.
package struct ByteLines: Sequence, IteratorProtocol {
  private let descriptor: Int32
  private var lines: LineBuffer
  private var isAtEnd = false

  /// Reads from a descriptor.
  ///
  /// - Parameter limit: The most bytes of a line. At most these and one read of the system are in
  ///   memory.
  package init(descriptor: Int32, limit: Int = .max) {
    self.descriptor = descriptor
    lines = LineBuffer(limit: limit)
  }

  /// The next line; nil at the end.
  package mutating func next() -> LineBuffer.Line? {
    while true {
      if let line = lines.next() { return line }
      if isAtEnd { return lines.last() }
      let chunk = Descriptor.chunk(of: descriptor, limit: 65_536) ?? []
      isAtEnd = chunk.isEmpty
      lines.add(chunk)
    }
  }
}
