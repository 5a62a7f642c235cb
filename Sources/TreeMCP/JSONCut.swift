import TextIO

/// A member of an object or an element of an array, as a slice of the text.
package struct JSONPart {
  /// The member's quoted key and colon; empty for an element.
  package var key: ArraySlice<UInt8> = []
  /// The member's key as text; empty for an element.
  package var name = ""
  /// The value.
  package var value: ArraySlice<UInt8>

  /// The text before the value.
  var prefix: [UInt8] { key.isEmpty ? [] : key + [UInt8(ascii: " ")] }
}

extension ArraySlice<UInt8> {
  /// The members of a JSON object, or the elements of an array; empty for other values. Costs a
  /// pass over the value.
  package var jsonParts: [JSONPart] {
    guard let open = first, open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else {
      return []
    }
    var parts: [JSONPart] = []
    JSONScanner.scan(self) { scanner in
      func place(_ scanner: borrowing JSONScanner) -> Int { startIndex + scanner.position }
      // Invalid JSON has no further parts.
      try? { () throws(JSONFailure) in
        var more = try scanner.opens(open, until: open + 2)
        while more {
          _ = scanner.peek()
          let start = place(scanner)
          let isMember = open == UInt8(ascii: "{")
          let name = isMember ? String(decoding: try scanner.key(), as: UTF8.self) : ""
          let key = self[start..<place(scanner)]
          let count = try scanner.valueText().count
          let end = place(scanner)
          parts.append(JSONPart(key: key, name: name, value: self[(end - count)..<end]))
          more = try scanner.continues(until: open + 2)
        }
      }()
    }
    return parts
  }
}

/// Shortens JSON to a number of bytes: strings, lists, and objects keep their beginnings, and the
/// result is valid JSON.
struct JSONCut {
  /// Whether anything was left out.
  private(set) var hasCut = false

  /// Returns a value in a number of bytes, or slightly more if even its beginning is longer. Deeper
  /// levels are left out.
  mutating func cut(_ value: ArraySlice<UInt8>, to size: Int, levels: Int = 32) -> [UInt8] {
    if value.count <= size { return Array(value) }
    hasCut = true
    switch value.first {
    case UInt8(ascii: "\""): return Self.cutString(value, to: size)
    case let open? where levels > 0 && !value.jsonParts.isEmpty:
      let parts = value.jsonParts
      var result = [open]
      for (index, part) in parts.enumerated() {
        let left = size - result.count - part.prefix.count - 3
        let isMember = !part.key.isEmpty
        // A shortened first element is better than nothing; a shortened later one isn't.
        if part.value.count > left, left < 8 || index > 0 && !isMember { break }
        // Each member gets at most as much as all that follow.
        let share = isMember ? max(left / (parts.count - index), min(left, 64)) : left
        if index > 0 { result += ", ".utf8 }
        result += part.prefix + cut(part.value, to: share, levels: levels - 1)
      }
      return result + [open + 2]
    default: return Array("null".utf8)
    }
  }

  private static func cutString(_ value: ArraySlice<UInt8>, to size: Int) -> [UInt8] {
    let text = JSONScanner.scan(value) { (try? $0.readString("")) ?? "" }
    var rest = text.unicodeScalars.prefix(max(size, 0))
    while true {
      var sink = MemorySink()
      JSONString.write(String(rest) + "…", to: &sink)
      let bytes = sink.bytes
      if bytes.count <= size || rest.isEmpty { return bytes }
      // An escape takes up to twelve bytes, so the excess determines how many characters are
      // dropped.
      rest = rest.dropLast(max((bytes.count - size) / 12, 1))
    }
  }
}
