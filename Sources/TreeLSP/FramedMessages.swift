package import TextIO

/// Reads messages of the Language Server Protocol from a descriptor as they arrive.
///
/// A message is a header with the number of its bytes, an empty line, and JSON. Whatever a header
/// says, reading continues behind it.
package struct FramedMessages: Sequence, IteratorProtocol {
  /// A message.
  package enum Message: Hashable, Sendable {
    /// Its JSON.
    case bytes([UInt8])
    /// The reason that its header, or all of it, was skipped.
    case refused(SafeText)
  }

  /// The most bytes of a line of a header.
  private static let lineLimit = 4_096
  private static let portion = 65_536

  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Reads from a descriptor.
  ///
  /// - Parameter limit: The most bytes of a message; a longer one is skipped.
  package init(descriptor: Int32, limit: Int = 1 << 26) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Whether more has arrived, so that `next()` doesn't have to wait for a client that thinks.
  package var hasMore: Bool { start < buffer.count || Descriptor.hasInput(descriptor) }

  /// Waits for the next message; nil at the end.
  package mutating func next() -> Message? {
    var length: Int?
    var isNamed = false
    while let line = nextLine() {
      if !line.isEmpty {
        isNamed = true
        if let value = Self.lengthValue(of: line) { length = value }
        continue
      }
      if !isNamed { continue }
      guard let length else {
        return .refused("a message begins with 'Content-Length: ' and the number of its bytes")
      }
      if length > limit {
        skip(length)
        return .refused("a message has at most \(limit) bytes")
      }
      return take(length).map { .bytes($0) }
    }
    return nil
  }

  /// The number in `Content-Length: 120`; nil for another line, or another number.
  private static func lengthValue(of line: [UInt8]) -> Int? {
    let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
    let digits = parts[1].drop { $0 == " " || $0 == "\t" }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }

  /// The next line without its end, of which no more than the limit is kept; nil at the end.
  private mutating func nextLine() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        line += buffer[start..<end].prefix(Self.lineLimit)
        start = end + 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
      line = Array((line + buffer[start...]).prefix(Self.lineLimit))
      start = buffer.count
      if !receive() { return nil }
    }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count - start < count {
      if !receive() { return nil }
    }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  private mutating func skip(_ count: Int) {
    var left = count
    repeat {
      let part = Swift.min(left, buffer.count - start)
      start += part
      left -= part
    } while left > 0 && receive()
  }

  /// Reads once; false at the end.
  private mutating func receive() -> Bool {
    buffer.removeFirst(start)
    start = 0
    if !isAtEnd {
      let chunk = Descriptor.chunk(of: descriptor, limit: Self.portion) ?? []
      isAtEnd = chunk.isEmpty
      buffer += chunk
    }
    return !isAtEnd
  }

  /// A message with its header.
  package static func framed(_ json: JSONText) -> [UInt8] {
    Array("Content-Length: \(json.bytes.count)\r\n\r\n".utf8) + json.bytes
  }
}
