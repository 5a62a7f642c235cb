package import TextIO

/// A part of an answer that fits into a model's context.
///
/// An answer is an array, or an object with arrays among its members: its *lists*. A page has as
/// many entries of each list as fit, starting at the same index in all of them; everything else is
/// on every page.
package struct AnswerPage: Sendable {
  /// The part of a list on a page.
  package struct List: Hashable, Sendable {
    /// The member with the list; nil if the answer itself is an array.
    package var name: String?
    /// The number of entries in the answer.
    package var total: Int
    /// The entries on the page.
    package var shown: Range<Int>
  }

  /// The page, in the form of the answer.
  package let json: JSONText
  /// Its lists.
  package let lists: [List]
  /// The start of the next page; nil on the last.
  package let next: Int?
  /// Whether anything besides the lists, or an entry longer than a page, was shortened.
  package let isShortened: Bool

  /// The maximum size of a server's remarks on a page, unless an answer has dozens of lists.
  package static let remarksSize = 400

  /// Extracts a page from an answer. Costs a pass over the answer.
  ///
  /// - Parameters:
  ///   - answer: JSON.
  ///   - start: The first entry of each list.
  ///   - limit: The maximum number of entries of each list.
  ///   - size: The maximum size in bytes; content outside of lists takes at most half of it.
  package init(of answer: [UInt8], from start: Int = 0, limit: Int = .max, size: Int) {
    let end = (answer.lastIndex { $0 > 0x20 } ?? -1) + 1
    let answer = answer[..<end]
    let isObject = answer.first == UInt8(ascii: "{")
    var pieces = (isObject ? answer.jsonParts : [JSONPart(value: answer)]).map(Piece.init)
    var cut = JSONCut()
    Self.cutFixed(&pieces, to: size / 2, &cut)
    let lists = pieces.filter { $0.entries != nil }
    var last = start
    var left = size - Self.fixedSize(of: pieces)
    let room = left
    while last - start < limit, case let row = lists.compactMap({ $0.entry(last) }), !row.isEmpty {
      let needed = row.reduce(0) { $0 + $1.count + 2 }
      // An entry longer than a page is shortened, so that every page makes progress.
      if needed > left, last > start { break }
      left -= needed
      last += 1
      if left < 0 { break }
    }
    let share = left < 0 ? max(room / max(lists.count, 1), 8) : .max
    var text: [UInt8] = isObject ? [UInt8(ascii: "{")] : []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { text += ", ".utf8 }
      text += piece.part.prefix + (piece.fixed ?? [UInt8(ascii: "[")])
      guard piece.entries != nil else { continue }
      let shown = (start..<last).lazy.compactMap(piece.entry).map { cut.cut($0, to: share) }
      text += shown.joined(separator: ", ".utf8)
      text.append(UInt8(ascii: "]"))
    }
    if isObject { text.append(UInt8(ascii: "}")) }
    json = JSONText(written: text)
    self.lists = lists.map { list in
      let total = list.entries?.count ?? 0
      let first = min(start, total)
      return List(
        name: isObject ? list.part.name : nil, total: total,
        shown: first..<max(first, min(last, total)))
    }
    next = self.lists.contains { $0.total > last } ? last : nil
    isShortened = cut.hasCut
  }

  /// The size of the content that is on every page.
  private static func fixedSize(of pieces: [Piece]) -> Int {
    pieces.reduce(2) { $0 + $1.part.prefix.count + ($1.fixed?.count ?? 2) + 2 }
  }

  /// Shortens the content outside of lists to a total number of bytes.
  private static func cutFixed(_ pieces: inout [Piece], to size: Int, _ cut: inout JSONCut) {
    if fixedSize(of: pieces) <= size { return }
    var left = size
    for index in pieces.indices {
      guard let value = pieces[index].fixed else { continue }
      let prefix = pieces[index].part.prefix.count + 2
      let share = max((left - prefix) / (pieces.count - index), 16)
      let shorter = cut.cut(value[...], to: share)
      pieces[index].fixed = shorter
      left -= prefix + shorter.count
    }
  }
}

/// A part of an answer: a list, or content that is on every page.
private struct Piece {
  let part: JSONPart
  /// The entries of a list; nil for anything else.
  let entries: [ArraySlice<UInt8>]?
  /// Content outside of lists, possibly shortened.
  var fixed: [UInt8]?

  init(_ part: JSONPart) {
    self.part = part
    let isList = part.value.first == UInt8(ascii: "[")
    entries = isList ? part.value.jsonParts.map(\.value) : nil
    fixed = isList ? nil : Array(part.value)
  }

  /// The entry at an index, if any.
  func entry(_ number: Int) -> ArraySlice<UInt8>? {
    entries.flatMap { $0.indices.contains(number) ? $0[number] : nil }
  }
}

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
