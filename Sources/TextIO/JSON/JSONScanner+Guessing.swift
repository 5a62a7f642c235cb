// What most writers write: where it comes next it costs a comparison of words, and where something else
// comes, nothing is consumed. Near the end of what is there of the text, nothing is guessed.
extension JSONScanner {
  /// Consumes text of up to 24 bytes if it comes next.
  @inlinable @inline(__always)
  package mutating func takes(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count &- position > 32, Slice(start: base + position, count: length).equals(text) else {
      return false
    }
    position &+= length
    return true
  }

  /// The whole number behind one of two texts.
  @inlinable @inline(__always)
  package mutating func number(behind text: StaticString, or other: StaticString) -> Int? {
    let start = position
    guard takes(text) || takes(other) else { return nil }
    if let number = shortNumber() { return number }
    position = start
    return nil
  }

  /// The plain string behind one of two texts.
  @inlinable @inline(__always)
  package mutating func plainString(
    behind text: StaticString, or other: StaticString
  ) -> PlainString? {
    let start = position
    guard takes(text) || takes(other) else { return nil }
    if let string = plainString() { return string }
    position = start
    return nil
  }

  /// The next string, if it is plain and comes without white space before it.
  @inlinable @inline(__always)
  package mutating func plainString() -> PlainString? {
    let start = position &+ 1
    guard count &- start >= 32, base[position] == UInt8(ascii: "\"") else { return nil }
    var end = start &+ SixteenBytes.countBeforeStop(base + start)
    if end &- start == 32 { end = plainEnd(from: end) }
    guard end < count, base[end] == UInt8(ascii: "\"") else { return nil }
    position = end &+ 1
    return PlainString(start: base + start, count: end &- start)
  }

  /// The offset of the first byte that stops a plain string, or one near the end of the text.
  @usableFromInline @inline(never)
  func plainEnd(from offset: Int) -> Int {
    var end = offset
    while count &- end >= 16 {
      let plain = SixteenBytes(base + end).countBeforeStop
      end &+= plain
      if plain < 16 { break }
    }
    return end
  }
}
