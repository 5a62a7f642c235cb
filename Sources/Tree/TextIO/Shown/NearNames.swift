/// Suggests names for misspelled ones.
package enum NearNames {
  /// The maximum number of names to compare. Among more, a similar one is chance, and comparing
  /// would take seconds.
  package static let limit = 20_000
  /// The maximum number of suggestions for one text: a text with more misspelled names is for
  /// another tree.
  package static let limitOfSuggestions = 100
  /// The number of characters to compare of each name.
  fileprivate static let comparedCharacters = 64
}

extension Sequence<String> {
  /// The most similar name, by the number of changed characters and swaps; nil if more than a third
  /// of its characters differ.
  package func nearest(to name: String) -> String? {
    let typed = name.comparedCharacters
    var nearest: (name: String, distance: Int)?
    for candidate in lazy.prefix(NearNames.limit) {
      guard let distance = typed.distance(to: candidate.comparedCharacters),
        distance < nearest?.distance ?? .max
      else { continue }
      nearest = (candidate, distance)
    }
    return nearest?.name
  }
}

extension String {
  fileprivate var comparedCharacters: [Character] {
    Array(lowercased().prefix(NearNames.comparedCharacters))
  }
}

extension [Character] {
  /// The number of characters to add, remove, replace, or swap with a neighbor; nil if that is more
  /// than a third of them.
  fileprivate func distance(to other: [Character]) -> Int? {
    let limit = Swift.max(count, other.count) / 3
    guard abs(count - other.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array<Int>(0...other.count)
    for row in indices {
      var current = [row + 1]
      for column in other.indices {
        var cost = Swift.min(last[column + 1], current[column]) + 1
        cost = Swift.min(cost, last[column] + (self[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          cost = Swift.min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
