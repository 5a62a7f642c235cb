/// The name that a mistyped one was probably meant to be: the nearest by single-letter changes and
/// swaps, where at most a third of its letters differ.
public func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
  let typed = Array(name.lowercased().prefix(64))
  var best: (candidate: String, distance: Int)?
  // Among more names than that a person would not have meant a near one, and it would take seconds.
  for candidate in candidates.lazy.prefix(20_000) {
    let letters = Array(candidate.lowercased().prefix(64))
    let limit = max(typed.count, letters.count) / 3
    guard abs(letters.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, letters)
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbor.
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
