/// Finds the counterparts in two lists of siblings, in the same order as far as possible.
///
/// A short list is aligned by the best sum of similarity; a long one first by equal siblings; and
/// if even the rest would cost too much, by the order of equal siblings.
struct SiblingAlignment {
  let old: Fingerprints
  let new: Fingerprints
  /// The number of comparisons left, apart from reading the lists.
  private(set) var effort: Int
  private(set) var pairs: [(old: Int, new: Int)] = []

  private static let mostCells = 4_000_000

  init(_ old: Fingerprints, _ new: Fingerprints) {
    self.old = old
    self.new = new
    effort = 64 * (old.whole.count + new.whole.count) + 1_000_000
  }

  /// Aligns two lists of positions, and returns the pairs.
  mutating func align(_ olds: [Int], _ news: [Int]) -> [(old: Int, new: Int)] {
    pairs.removeAll(keepingCapacity: true)
    var (olds, news) = (olds[...], news[...])
    while let first = olds.first, let other = news.first, isEqual(first, other) {
      pairs.append((olds.removeFirst(), news.removeFirst()))
    }
    while let last = olds.last, let other = news.last, isEqual(last, other) {
      pairs.append((olds.removeLast(), news.removeLast()))
    }
    if olds.isEmpty || news.isEmpty { return pairs }
    let start = pairs.count
    alignMiddle(Array(olds), Array(news))
    let known = pairs[start...]
    let (oldTaken, newTaken) = (Set(known.map(\.old)), Set(known.map(\.new)))
    pairLikes(olds.filter { !oldTaken.contains($0) }, news.filter { !newTaken.contains($0) })
    return pairs
  }

  private func isEqual(_ first: Int, _ second: Int) -> Bool {
    old.whole[first] == new.whole[second]
  }

  /// The similarity of two siblings; 0 if they aren't the same model.
  private func likeness(_ first: Int, _ second: Int) -> Int32 {
    guard old.type[first] == new.type[second] else { return 0 }
    let origin: Int32 = old.source[first] == new.source[second] ? 2 : 0
    if isEqual(first, second) { return 16 + origin }
    let label: Int32 = old.label[first] == new.label[second] ? 3 : 0
    return 1 + origin + label + (old.shape[first] == new.shape[second] ? 3 : 0)
  }

  private mutating func alignMiddle(_ olds: [Int], _ news: [Int]) {
    if spend(olds.count * news.count, atMost: Self.mostCells) { return alignBest(olds, news) }
    var (oldStart, newStart) = (0, 0)
    for anchor in equalPairs(olds, news) + [(olds.count, news.count)] {
      let gap = (olds[oldStart..<anchor.0], news[newStart..<anchor.1])
      if !gap.0.isEmpty, !gap.1.isEmpty,
        spend(gap.0.count * gap.1.count, atMost: Self.mostCells)
      {
        alignBest(Array(gap.0), Array(gap.1))
      }
      if anchor.0 < olds.count { pairs.append((olds[anchor.0], news[anchor.1])) }
      (oldStart, newStart) = (anchor.0 + 1, anchor.1 + 1)
    }
  }

  private mutating func spend(_ cost: Int, atMost most: Int) -> Bool {
    guard cost <= most, cost <= effort else { return false }
    effort -= cost
    return true
  }

  // MARK: The best sum of similarity

  private mutating func alignBest(_ olds: [Int], _ news: [Int]) {
    let width = news.count
    var steps = [UInt8](repeating: 0, count: olds.count * width)
    var best = [Int32](repeating: 0, count: width + 1)
    for row in stride(from: olds.count - 1, through: 0, by: -1) {
      var diagonal: Int32 = 0
      for column in stride(from: width - 1, through: 0, by: -1) {
        let skipsOld = best[column]
        let skipsNew = best[column + 1]
        let likeness = likeness(olds[row], news[column])
        var (value, step): (Int32, UInt8) = (skipsNew, 2)
        if skipsOld > value { (value, step) = (skipsOld, 1) }
        if likeness > 0, diagonal + likeness >= value { (value, step) = (diagonal + likeness, 0) }
        diagonal = skipsOld
        best[column] = value
        steps[row * width + column] = step
      }
    }
    var (row, column) = (0, 0)
    while row < olds.count, column < width {
      switch steps[row * width + column] {
      case 0:
        pairs.append((olds[row], news[column]))
        (row, column) = (row + 1, column + 1)
      case 1: row += 1
      default: column += 1
      }
    }
  }

  // MARK: Equal siblings

  /// Equal siblings in the same order, as indices: each paired with the next equal one while these
  /// are in order, and all equal ones before such a pair.
  private func equalPairs(_ olds: [Int], _ news: [Int]) -> [(Int, Int)] {
    var waiting: [UInt64: [Int]] = [:]
    for place in olds.indices.reversed() {
      waiting[old.whole[olds[place]], default: []].append(place)
    }
    let equals = news.indices.compactMap { place in
      waiting[new.whole[news[place]]]?.popLast().map { ($0, place) }
    }
    let isKept = PlaceComparison.longestRise(in: equals.map(\.0))
    var pairs: [(Int, Int)] = []
    var (oldStart, newStart) = (olds.count, news.count)
    for (anchor, isKept) in zip(equals, isKept).reversed()
    where isKept && anchor.0 < oldStart && anchor.1 < newStart {
      (oldStart, newStart) = anchor
      pairs.append(anchor)
      while oldStart > 0, newStart > 0, isEqual(olds[oldStart - 1], news[newStart - 1]) {
        (oldStart, newStart) = (oldStart - 1, newStart - 1)
        pairs.append((oldStart, newStart))
      }
    }
    return pairs.reversed()
  }

  // MARK: Similar siblings in another order

  /// Pairs the rest in any order: first equal siblings, then those with the same shape and origin,
  /// then those with the same origin.
  private mutating func pairLikes(_ olds: [Int], _ news: [Int]) {
    var (olds, news) = (olds, news)
    let keys: [(Fingerprints, Int) -> UInt64] = [
      { $0.whole[$1] }, { $0.shape[$1] ^ $0.origin[$1] }, { $0.origin[$1] },
    ]
    for key in keys where !olds.isEmpty && !news.isEmpty {
      // Reversed, so that the first of each kind is the last in its list and is taken first.
      var waiting: [UInt64: [Int]] = [:]
      for position in news.reversed() { waiting[key(new, position), default: []].append(position) }
      var (oldRest, newTaken): ([Int], Set<Int>) = ([], [])
      for position in olds {
        if let like = waiting[key(old, position)]?.popLast() {
          pairs.append((position, like))
          newTaken.insert(like)
        } else {
          oldRest.append(position)
        }
      }
      olds = oldRest
      news.removeAll(where: newTaken.contains)
    }
  }
}
