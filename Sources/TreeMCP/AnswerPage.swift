package import TextIO

/// A part of an answer that a model can take in at once.
///
/// An answer is an array, or an object with arrays among its members: its *lists*. A page has as many
/// entries of each list as fit, from the same place on in all of them; what is no list is on every
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

  /// What a server remarks on a page takes no more bytes than that, unless an answer has dozens of
  /// lists.
  package static let remarksSize = 400

  /// Takes a page out of an answer. Costs a walk over the answer.
  ///
  /// - Parameters:
  ///   - answer: JSON.
  ///   - start: The first entry of each list.
  ///   - limit: The most entries of each list.
  ///   - size: The number of bytes; what is no list takes at most half of them.
  package init(of answer: [UInt8], from start: Int = 0, limit: Int = .max, size: Int) {
    let end = (answer.lastIndex { $0 > 0x20 } ?? -1) + 1
    let answer = answer[answer.startIndex..<end]
    var layout = Layout(answer)
    var cut = JSONCut()
    layout.cutFixed(to: size / 2, in: answer, &cut)
    var last = start
    var left = size - layout.fixedSize
    while last - start < limit, case let rows = layout.entries(at: last), !rows.isEmpty {
      let needed = rows.reduce(0) { $0 + $1.count + 2 }
      // An entry that is longer than a page is cut, so that each page gets on.
      if needed > left, last > start { break }
      left -= needed
      last += 1
      if left < 0 { break }
    }
    let share = left < 0 ? max((size - layout.fixedSize) / max(layout.lists.count, 1), 8) : .max
    json = JSONText(
      written: layout.write(answer, entries: start..<last, each: share, cut: &cut))
    lists = layout.lists.map { list in
      let first = min(start, list.entries.count)
      return List(
        name: list.name, total: list.entries.count,
        shown: first..<max(first, min(last, list.entries.count)))
    }
    next = lists.contains { $0.total > last } ? last : nil
    isShortened = cut.hasCut
  }
}

/// The parts of an answer.
private struct Layout {
  struct List {
    var name: String?
    var entries: [Range<Int>]
  }

  enum Part {
    /// As it is, or cut.
    case fixed(key: Range<Int>, [UInt8])
    /// The list with a number, under a key.
    case list(key: Range<Int>?, Int)
  }

  private(set) var parts: [Part] = []
  private(set) var lists: [List] = []
  private let isObject: Bool

  init(_ answer: ArraySlice<UInt8>) {
    isObject = answer.first == UInt8(ascii: "{")
    guard isObject else {
      guard answer.first == UInt8(ascii: "[") else {
        parts = [.fixed(key: 0..<0, Array(answer))]
        return
      }
      lists = [List(name: nil, entries: JSONMembers.elements(of: answer))]
      parts = [.list(key: nil, 0)]
      return
    }
    for member in JSONMembers.members(of: answer) {
      let value = answer[member.value]
      if value.first == UInt8(ascii: "[") {
        parts.append(.list(key: member.key, lists.count))
        lists.append(List(name: member.name, entries: JSONMembers.elements(of: value)))
      } else {
        parts.append(.fixed(key: member.key, Array(value)))
      }
    }
  }

  /// The bytes of what is on every page.
  var fixedSize: Int {
    parts.reduce(2) { size, part in
      switch part {
      case .fixed(let key, let value): size + key.count + value.count + 4
      case .list(let key, _): size + (key?.count ?? 0) + 6
      }
    }
  }

  /// Cuts what is no list to so many bytes in all.
  mutating func cutFixed(to size: Int, in answer: ArraySlice<UInt8>, _ cut: inout JSONCut) {
    var (left, count) = (size, parts.count)
    for (index, part) in parts.enumerated() {
      count -= 1
      guard case .fixed(let key, let value) = part else { continue }
      let share = max((left - key.count - 4) / (count + 1), 16)
      let shorter = cut.cut(value[...], to: fixedSize <= size ? value.count : share)
      parts[index] = .fixed(key: key, shorter)
      left -= key.count + shorter.count + 4
    }
  }

  /// The entries with a number in all lists that have so many.
  func entries(at number: Int) -> [Range<Int>] {
    lists.compactMap { $0.entries.indices.contains(number) ? $0.entries[number] : nil }
  }

  func write(
    _ answer: ArraySlice<UInt8>, entries: Range<Int>, each size: Int, cut: inout JSONCut
  ) -> [UInt8] {
    var result: [UInt8] = isObject ? [UInt8(ascii: "{")] : []
    for (index, part) in parts.enumerated() {
      if index > 0 { result += ", ".utf8 }
      switch part {
      case .fixed(let key, let value):
        if !key.isEmpty { result += answer[key] + ": ".utf8 }
        result += value
      case .list(let key, let number):
        if let key { result += answer[key] + ": ".utf8 }
        result.append(UInt8(ascii: "["))
        for (place, entry) in lists[number].entries[clamped: entries].enumerated() {
          if place > 0 { result += ", ".utf8 }
          result += cut.cut(answer[entry], to: size)
        }
        result.append(UInt8(ascii: "]"))
      }
    }
    if isObject { result.append(UInt8(ascii: "}")) }
    return result
  }
}

extension Array {
  /// The elements of a range, as far as there are any.
  fileprivate subscript(clamped range: Range<Int>) -> ArraySlice<Element> {
    self[range.clamped(to: indices)]
  }
}
