import TextIO

/// How names are suggested for a mistyped one.
package enum NearNames {
  /// How many names are compared. Among more of them a near one is chance, and comparing would take
  /// seconds.
  package static let limit = 20_000
  /// How many mistyped names of one text get a suggestion: a text with more of them is about another
  /// tree.
  package static let limitOfSuggestions = 100
}

extension Sequence<String> {
  /// The name nearest to a mistyped one, counted in changed characters and swaps of two; nil where
  /// more than a third of its characters differ.
  package func nearest(to name: String) -> String? {
    var search = NearestName(to: name)
    for candidate in lazy.prefix(NearNames.limit) {
      Steps.note()
      search.compare(candidate)
    }
    return search.nearest
  }
}

/// Finds the nearest of some names.
private struct NearestName {
  /// The first of the names that are nearest.
  private(set) var nearest: String?
  private var leastDistance = Int.max

  private let typed: [Character]
  /// The same in bytes; nil where it is not ASCII.
  private let typedBytes: [UInt8]?
  private var bytes: [UInt8] = []
  private var rows = EditRows()

  /// So much of each name is compared.
  private static let comparedCharacters = 64

  init(to name: String) {
    typed = Array(name.lowercased().prefix(Self.comparedCharacters))
    typedBytes =
      Self.isPlain(name)
      ? name.utf8.prefix(Self.comparedCharacters).map(Self.lowercased) : nil
  }

  mutating func compare(_ candidate: String) {
    if let typedBytes, Self.isPlain(candidate) {
      bytes.removeAll(keepingCapacity: true)
      bytes += candidate.utf8.prefix(Self.comparedCharacters).lazy.map(Self.lowercased)
      note(candidate, rows.distance(typedBytes, bytes))
    } else {
      let characters = Array(candidate.lowercased().prefix(Self.comparedCharacters))
      note(candidate, rows.distance(typed, characters))
    }
  }

  private mutating func note(_ candidate: String, _ distance: Int?) {
    guard let distance, distance < leastDistance else { return }
    leastDistance = distance
    nearest = candidate
  }

  /// Whether the characters of a name are its bytes, as with most. (`\r\n` is one character.)
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// Rows of the table of distances, used again for each two names.
private struct EditRows {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  /// How many characters must be added, removed, replaced or swapped with their neighbor; nil where that
  /// is more than a third of them.
  mutating func distance<Element: Equatable>(_ first: [Element], _ second: [Element]) -> Int? {
    let limit = max(first.count, second.count) / 3
    guard abs(first.count - second.count) <= limit else { return nil }
    while last.count <= second.count {
      beforeLast.append(0)
      last.append(0)
      current.append(0)
    }
    for column in 0...second.count { last[column] = column }
    for row in first.indices {
      current[0] = row + 1
      var least = row + 1
      for column in second.indices {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      // Two rows above the limit in all places stay above it: a swap looks two rows back.
      if least > limit + 1 { return nil }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
