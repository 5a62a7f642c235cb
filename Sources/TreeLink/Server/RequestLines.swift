/// Takes the requests out of what a client sends.
struct RequestLines {
  private var bytes: [UInt8] = []
  /// How many bytes at the beginning were handed out.
  private var taken = 0
  /// The place before which no line ends.
  private var searched = 0
  /// Whether the line that is coming in is too long, so that nothing of it is kept.
  private var isSkipping = false

  /// Whether the beginning of a line is there, and not its end.
  var isWithinLine: Bool { isSkipping || taken < bytes.count }

  /// What came in.
  enum Entry: Equatable {
    /// A line without its end.
    case line(ArraySlice<UInt8>)
    /// A line that has more bytes than a request may have.
    case tooLong
  }

  /// Adds what was read.
  mutating func add(_ more: UnsafeRawBufferPointer) {
    // The memory of a large request is not kept for a small one.
    bytes = Array(bytes[taken...]) + more
    searched -= taken
    taken = 0
  }

  /// The next line that is whole; nil where there is none.
  mutating func next() -> Entry? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if isSkipping || bytes.count - taken > LinkRequest.limit {
        isSkipping = true
        taken = bytes.count
      }
      return nil
    }
    let line = bytes[taken..<end]
    taken = end + 1
    searched = taken
    if isSkipping || line.count > LinkRequest.limit {
      isSkipping = false
      return .tooLong
    }
    return .line(line)
  }
}
