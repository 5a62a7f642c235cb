import TextIO

/// Cuts JSON to a number of bytes: strings, lists and objects keep their beginnings. What is left is
/// JSON again.
struct JSONCut {
  /// Whether anything was left out.
  private(set) var hasCut = false

  /// How deep values are looked into; what lies deeper is kept whole or left out.
  private static let levels = 32

  /// Returns a value in so many bytes, or a little more where even its beginning is longer.
  mutating func cut(_ value: ArraySlice<UInt8>, to size: Int, levels: Int = levels) -> [UInt8] {
    if value.count <= size { return Array(value) }
    hasCut = true
    switch value.first {
    case UInt8(ascii: "\""): return cutString(value, to: size)
    case UInt8(ascii: "[") where levels > 0: return cutArray(value, to: size, levels)
    case UInt8(ascii: "{") where levels > 0: return cutObject(value, to: size, levels)
    default: return Array("null".utf8)
    }
  }

  private func cutString(_ value: ArraySlice<UInt8>, to size: Int) -> [UInt8] {
    let text = value.withUnsafeBufferPointer { bytes -> String in
      var scanner = JSONScanner(bytes)
      return (try? scanner.readString("")) ?? ""
    }
    var rest = text.unicodeScalars.prefix(max(size, 0))
    while true {
      var sink = MemorySink()
      JSONString.write(String(rest) + "…", to: &sink)
      let bytes = sink.bytes
      if bytes.count <= size || rest.isEmpty { return bytes }
      // Escapes take up to twelve bytes, so that what is too long is shortened by as many characters.
      rest = rest.dropLast(max((bytes.count - size) / 12, 1))
    }
  }

  private mutating func cutArray(
    _ value: ArraySlice<UInt8>, to size: Int, _ levels: Int
  ) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "[")]
    for (index, element) in JSONMembers.elements(of: value).enumerated() {
      let left = size - result.count - 3
      // A first element that does not fit is better than nothing; a later one is not.
      if element.count > left, index > 0 || left < 8 { break }
      if index > 0 { result += ", ".utf8 }
      result += cut(value[element], to: left, levels: levels - 1)
    }
    return result + [UInt8(ascii: "]")]
  }

  private mutating func cutObject(
    _ value: ArraySlice<UInt8>, to size: Int, _ levels: Int
  ) -> [UInt8] {
    let members = JSONMembers.members(of: value)
    var result: [UInt8] = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      let left = size - result.count - member.key.count - 5
      if left < 4 { break }
      // Each gets as much as all that follow.
      let share = left / (members.count - index)
      if index > 0 { result += ", ".utf8 }
      result += value[member.key] + ": ".utf8
      result += cut(value[member.value], to: max(share, min(left, 64)), levels: levels - 1)
    }
    return result + [UInt8(ascii: "}")]
  }
}

/// Where the parts of a JSON value lie in its text. What is no JSON has none.
enum JSONMembers {
  /// A member of an object.
  struct Member {
    /// Its key, in quotes.
    var key: Range<Int>
    var value: Range<Int>
    /// The key as text.
    var name: String
  }

  static func elements(of value: ArraySlice<UInt8>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    scan(value) { scanner throws(JSONFailure) in
      try scanner.readArray("") { scanner throws(JSONFailure) in
        let text = try scanner.valueText()
        elements.append(range(of: text, in: scanner, value))
      }
    }
    return elements
  }

  static func members(of value: ArraySlice<UInt8>) -> [Member] {
    var members: [Member] = []
    scan(value) { scanner throws(JSONFailure) in
      var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
      while more {
        _ = scanner.peek()
        let start = scanner.position
        let name = String(decoding: try scanner.string(), as: UTF8.self)
        let end = scanner.position
        guard scanner.consume(UInt8(ascii: ":")) else { throw scanner.unexpected("':'") }
        let text = try scanner.valueText()
        members.append(
          Member(
            key: value.startIndex + start..<value.startIndex + end,
            value: range(of: text, in: scanner, value), name: name))
        more = try scanner.continues(until: UInt8(ascii: "}"))
      }
    }
    return members
  }

  private static func scan(
    _ value: ArraySlice<UInt8>, _ body: (inout JSONScanner) throws(JSONFailure) -> Void
  ) {
    value.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      try? body(&scanner)
    }
  }

  /// The place of the value that was read last.
  private static func range(
    of text: JSONScanner.Slice, in scanner: borrowing JSONScanner, _ value: ArraySlice<UInt8>
  ) -> Range<Int> {
    let end = value.startIndex + scanner.position
    return end - text.count..<end
  }
}
