import TextIO

/// Reads a script line by line as it comes in.
struct LineReader: Sequence, IteratorProtocol {
  private var lines: ByteLines

  init(descriptor: Int32) { lines = ByteLines(descriptor: descriptor) }

  /// The next line without its newline; nil at the end.
  mutating func next() -> String? {
    guard case .bytes(let line)? = lines.next() else { return nil }
    return String(decoding: line, as: UTF8.self)
  }
}
