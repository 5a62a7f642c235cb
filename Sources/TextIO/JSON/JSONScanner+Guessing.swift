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

  /// Consumes what closes an object or an array, if it comes without white space before it.
  @inlinable @inline(__always)
  package mutating func takes(close: UInt8) -> Bool {
    guard position < count, base[position] == close else { return false }
    position &+= 1
    return true
  }

  /// White space of up to seven bytes.
  @usableFromInline
  package struct Gap {
    /// Its bytes at the beginning of a word; without a mask, nothing is like them.
    @usableFromInline var bytes: UInt64 = 1
    @usableFromInline var mask: UInt64 = 0
    @usableFromInline var count = 0
    /// How many lines end in it.
    @usableFromInline var lines = 0

    /// Nothing that was seen before.
    package init() {}
  }

  /// Passes the white space that comes next, which is guessed to be the same as it was last.
  @inlinable @inline(__always)
  package mutating func pass(_ gap: inout Gap) {
    guard count &- position > 8, EightBytes(base + position).word & gap.mask == gap.bytes else {
      return look(for: &gap)
    }
    position &+= gap.count
    line &+= gap.lines
  }

  /// Passes the white space that comes next, and keeps it where it is short.
  @usableFromInline @inline(never)
  mutating func look(for gap: inout Gap) {
    let (start, first) = (position, line)
    _ = peek()
    gap = Gap()
    guard position &- start < 8, count &- start > 8 else { return }
    gap.count = position &- start
    gap.lines = line &- first
    gap.mask = (1 &<< UInt64(gap.count * 8)) &- 1
    gap.bytes = EightBytes(base + start).word & gap.mask
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
