/// Reads lines from a descriptor as they arrive.
package struct ByteLines: Sequence, IteratorProtocol {
  /// A line without its newline or carriage return.
  package enum Line: Hashable, Sendable {
    case bytes([UInt8])
    /// A line longer than the limit; none of it is kept.
    case tooLong
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var isTooLong = false

  /// Reads from a descriptor.
  ///
  /// - Parameter limit: The most bytes of a line. At most these and one read of the system are in
  ///   memory.
  package init(descriptor: Int32, limit: Int = .max) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line; nil at the end.
  package mutating func next() -> Line? {
    var searched = start
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = newline + 1 }
        return line(buffer[start..<newline])
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count || isTooLong else { return nil }
        defer { start = buffer.count }
        return line(buffer[start...])
      }
      if searched - start > limit {
        isTooLong = true
        start = searched
      }
      if start > 0 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      let chunk = Descriptor.chunk(of: descriptor, limit: 65_536) ?? []
      isAtEnd = chunk.isEmpty
      buffer += chunk
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> Line {
    if isTooLong || bytes.count > limit {
      isTooLong = false
      return .tooLong
    }
    return .bytes(Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes))
  }
}
