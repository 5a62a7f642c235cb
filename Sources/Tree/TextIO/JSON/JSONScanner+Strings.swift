// Strings and their escapes.
extension JSONScanner {
  /// Reads a string.
  @inlinable @inline(__always)
  package mutating func string() throws(Failure) -> Slice {
    try expect(UInt8(ascii: "\""), "a string")
    let start = position
    let end = plainEnd(from: start)
    guard end < count, base[end] == UInt8(ascii: "\"") else { return try otherString(start, end) }
    position = end + 1
    return Slice(start: base + start, count: end - start)
  }

  /// Reads a string that contains more than printable ASCII, or that is still arriving.
  @usableFromInline
  mutating func otherString(_ start: Int, _ plainEnd: Int) throws(Failure) -> Slice {
    var end = plainEnd
    var isASCII = true
    while end < count {
      let byte = base[end]
      if byte == UInt8(ascii: "\"") {
        let slice = Slice(start: base + start, count: end - start)
        position = end + 1
        if !isASCII, !Self.isUTF8(slice) { throw Failure(offset: start, .invalidText) }
        return slice
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 {
        position = end
        if byte < 0x20 { throw controlCharacter() }
        return try escapedString(start: start)
      }
      if byte >= 0x80 { isASCII = false }
      end = self.plainEnd(from: end + 1)
    }
    position = end
    throw Failure(offset: position, .truncated)
  }

  /// The offset of the first byte in a string that isn't plain printable ASCII, or the end of the
  /// available bytes.
  @usableFromInline
  func plainEnd(from offset: Int) -> Int {
    var end = offset
    while end < count, case let byte = base[end], byte >= 0x20, byte < 0x80,
      byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
    { end += 1 }
    return end
  }

  /// Reads a string with escapes: copies what was scanned so far, and decodes the rest.
  private mutating func escapedString(start: Int) throws(Failure) -> Slice {
    var end = position
    while end < count, base[end] != UInt8(ascii: "\"") {
      end += base[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    // An escape is never shorter than what it stands for.
    if end - start > scratchCapacity {
      scratch.deallocate()
      scratchCapacity = 2 * (end - start)
      scratch = .allocate(capacity: scratchCapacity)
    }
    scratch.update(from: base + start, count: position - start)
    var length = position - start

    while position < count {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        let slice = Slice(start: scratch, count: length)
        guard Self.isUTF8(slice) else { throw Failure(offset: start, .invalidText) }
        return slice
      }
      if byte < 0x20 { throw controlCharacter() }
      if byte == UInt8(ascii: "\\") {
        let scalar = try escape(stringStart: start)
        for unit in UTF8.encode(scalar).unsafelyUnwrapped {
          scratch[length] = unit
          length += 1
        }
      } else {
        scratch[length] = byte
        length += 1
        position += 1
      }
    }
    throw Failure(offset: position, .truncated)
  }

  private mutating func escape(stringStart: Int) throws(Failure) -> Unicode.Scalar {
    position += 1
    guard position < count else { throw Failure(offset: position, .truncated) }
    let character = base[position]
    position += 1
    switch character {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      position -= 1
      throw unexpected("an escape such as \\n or \\u001b")
    }
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate must be followed by its low one.
    let isHigh = (0xD800..<0xDC00).contains(first)
    if isHigh, count - position < 2 { throw Failure(offset: count, .truncated) }
    guard isHigh, base[position] == UInt8(ascii: "\\"), base[position + 1] == UInt8(ascii: "u")
    else { throw Failure(offset: stringStart, .invalidText) }
    position += 2
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Failure(offset: stringStart, .invalidText) }
    return scalar
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < count else { throw Failure(offset: position, .truncated) }
      guard let digit = Character(Unicode.Scalar(base[position])).hexDigitValue,
        base[position] < 0x80
      else { throw unexpected("four hexadecimal digits after \\u") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func controlCharacter() -> Failure {
    let byte = String(base[position], radix: 16)
    return Failure(
      offset: position,
      .syntax(expected: "a string without bare control characters", found: "byte 0x\(byte)"))
  }

  private static func isUTF8(_ slice: Slice) -> Bool { String(utf8Bytes: slice) != nil }
}
