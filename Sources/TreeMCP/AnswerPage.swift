package import TextIO

/// A part of an answer that a model can take in at once.
///
/// An answer is an array, or an object with arrays among its members: its *lists*. A page has as many
/// entries of each list as fit, beginning at the same place in all of them; everything else is on every
/// page.
package struct AnswerPage: Sendable {
  /// What a page shows of a list.
  package struct List: Hashable, Sendable {
    /// The member that holds it; nil for an answer that is an array.
    package var name: String?
    /// The number of entries in the answer.
    package var total: Int
    /// The entries that the page shows.
    package var shown: Range<Int>
  }

  /// The page, in the form of the answer.
  package let json: JSONText
  /// Its lists.
  package let lists: [List]
  /// Where the next page begins; nil on the last.
  package let next: Int?
  /// Whether something besides the lists, or an entry that is longer than a page, was cut.
  package let isShortened: Bool

  /// The most bytes of a server's remarks on a page, unless an answer has dozens of lists.
  package static let remarksSize = 400

  /// Takes a page out of an answer. Costs a walk over the answer.
  ///
  /// - Parameters:
  ///   - answer: JSON.
  ///   - start: The first entry of each list.
  ///   - limit: The most entries of each list.
  ///   - size: The number of bytes; what isn't a list takes at most half of them.
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
      // An entry that is longer than a page is cut, so that each page gets on.
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

  /// The bytes of what is on every page.
  private static func fixedSize(of pieces: [Piece]) -> Int {
    pieces.reduce(2) { $0 + $1.part.prefix.count + ($1.fixed?.count ?? 2) + 2 }
  }

  /// Cuts what isn't a list to a number of bytes in all.
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

/// A part of an answer: a list, or what is on every page.
private struct Piece {
  let part: JSONPart
  /// The entries of a list; nil for anything else.
  let entries: [ArraySlice<UInt8>]?
  /// What isn't a list, as it is or cut.
  var fixed: [UInt8]?

  init(_ part: JSONPart) {
    self.part = part
    let isList = part.value.first == UInt8(ascii: "[")
    entries = isList ? part.value.jsonParts.map(\.value) : nil
    fixed = isList ? nil : Array(part.value)
  }

  /// The entry with a number, if any.
  func entry(_ number: Int) -> ArraySlice<UInt8>? {
    entries.flatMap { $0.indices.contains(number) ? $0[number] : nil }
  }
}
