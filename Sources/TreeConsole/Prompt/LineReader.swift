import TextIO

/// Reads a script line by line as it comes in.
struct LineReader: Sequence, IteratorProtocol {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its newline; nil at the end.
  mutating func next() -> String? {
    var searched = start
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<newline]
        start = newline + 1
        return Self.text(line)
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        let line = buffer[start...]
        start = buffer.count
        return Self.text(line)
      }
      if start > 0 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      fill()
    }
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private mutating func fill() {
    let chunk = Descriptor.chunk(of: descriptor, limit: 65_536) ?? []
    isAtEnd = chunk.isEmpty
    buffer += chunk
  }
}
