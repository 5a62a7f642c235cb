import TreeSnapshot

// Models that were renamed in place.
extension ShapeMatcher {
  mutating func pairRenamed() {
    var index = 0
    // A new pair may have unfinished children in turn.
    while index < unfinished.count {
      let (first, second) = unfinished[index]
      index += 1
      let olds = gaps(old.children(of: first) { _ in true }) { position in
        let match = Int(matching.newPositions[position])
        guard match >= 0 else { return .free }
        return Int(new.columns.parents[match]) == second ? .matched(as: match) : .elsewhere
      }
      let news = gaps(new.children(of: second) { _ in true }) { position in
        let match = Int(matching.oldPositions[position])
        guard match >= 0 else { return .free }
        return Int(old.columns.parents[match]) == first ? .matched(as: position) : .elsewhere
      }
      for (gap, olds) in olds {
        if let news = news[gap] { pairRenamed(olds[...], news[...]) }
      }
      alignPending()
    }
    unfinished.removeAll()
  }

  private enum Fate {
    case free, elsewhere
    /// The model stays below the same parent, at this position of the newer tree.
    case matched(as: Int)
  }

  /// The unmatched siblings by the matched one before them; -1 if there is none.
  private func gaps(_ siblings: [Int], fate: (Int) -> Fate) -> [Int: [Int]] {
    var gaps: [Int: [Int]] = [:]
    var before = -1
    for sibling in siblings {
      switch fate(sibling) {
      case .free: gaps[before, default: []].append(sibling)
      case .elsewhere: continue
      case .matched(let position): before = position
      }
    }
    return gaps
  }

  private mutating func pairRenamed(_ olds: ArraySlice<Int>, _ news: ArraySlice<Int>) {
    var (olds, news) = (olds, news)
    while let first = olds.first, let second = news.first, isRenamed(first, second) {
      pair(olds.removeFirst(), news.removeFirst())
    }
    while let last = olds.last, let second = news.last, isRenamed(last, second) {
      pair(olds.removeLast(), news.removeLast())
    }
    if olds.count == 1, news.count == 1, let first = olds.first, let second = news.first,
      sharesChildren(first, second)
    {
      pair(first, second)
    }
  }

  /// Whether two models with different names are the same: created by the same line, with the same
  /// models below or the same traits. Two leaves without traits are different models.
  func isRenamed(_ first: Int, _ second: Int) -> Bool {
    if !old.isLeaf(first), !new.isLeaf(second), old.below[first] == new.below[second] {
      return true
    }
    guard old.source[first] == new.source[second] else { return false }
    return old.source[first] != 0
      || old.traits[first] != 0 && old.traits[first] == new.traits[second]
  }

  /// Whether at least half of the children have the same names.
  func sharesChildren(_ first: Int, _ second: Int) -> Bool {
    let olds = old.children(of: first) { matching.isFree(old: $0) }
    let news = new.children(of: second) { matching.isFree(new: $0) }
    var counts: [UInt64: Int] = [:]
    for child in olds { counts[Self.name(child, old), default: 0] += 1 }
    var shared = 0
    for child in news {
      guard let left = counts[Self.name(child, new)], left > 0 else { continue }
      counts[Self.name(child, new)] = left - 1
      shared += 1
    }
    return shared > 0 && shared * 2 >= max(olds.count, news.count)
  }

  private static func name(_ position: Int, _ tree: Fingerprints) -> UInt64 {
    UInt64(tree.type[position]) << 32 | UInt64(tree.label[position])
  }
}
