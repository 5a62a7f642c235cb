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
  package mutating func plainString(behind text: StaticString, or other: StaticString) -> Slice? {
    let start = position
    guard takes(text) || takes(other) else { return nil }
    if let string = plainString() { return string }
    position = start
    return nil
  }

  /// A string of ASCII without escapes, which can be shown as it is.
  @inlinable @inline(__always)
  package mutating func plainString() -> Slice? {
    guard position < count, base[position] == UInt8(ascii: "\"") else { return nil }
    let (base, count, start) = (base, count, position &+ 1)
    var end = start
    while count &- end >= 16 {
      guard let plain = SixteenBytes(base + end).countBeforeStop else {
        end &+= 16
        continue
      }
      end &+= plain
      guard base[end] == UInt8(ascii: "\"") else { return nil }
      position = end &+ 1
      return Slice(start: base + start, count: end &- start)
    }
    return nil
  }
}
