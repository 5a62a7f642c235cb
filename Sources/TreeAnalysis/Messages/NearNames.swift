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
    let typed = Array(name.lowercased().prefix(64))
    var best: (candidate: String, distance: Int)?
    for candidate in lazy.prefix(NearNames.limit) {
      Steps.note()
      let characters = Array(candidate.lowercased().prefix(64))
      let limit = Swift.max(typed.count, characters.count) / 3
      guard abs(characters.count - typed.count) <= limit else { continue }
      let distance = editDistance(typed, characters)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.candidate
  }
}

/// How many characters must be added, removed, replaced or swapped with their neighbor.
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      var cost = min(last[column + 1], current[column]) + 1
      cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[second.count]
}
