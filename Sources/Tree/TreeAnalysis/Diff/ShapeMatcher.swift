import TreeSnapshot

/// Finds the counterparts of two trees by place and shape.
///
/// From the root down, children of counterparts are aligned. The remaining models are matched with
/// an equal subtree elsewhere in the tree, then as renamed in place, then as moved and changed.
/// Nothing is recursive, and no failed attempt is repeated.
struct ShapeMatcher {
  let old: Fingerprints
  let new: Fingerprints
  private var alignment: SiblingAlignment
  private(set) var matching: TreeMatching
  /// Pairs whose children have yet to be aligned.
  private var pending: [(old: Int, new: Int)] = []
  /// Pairs whose children were aligned, with some unmatched.
  var unfinished: [(old: Int, new: Int)] = []

  init(_ oldTree: Snapshot, _ newTree: Snapshot, _ names: CommonNames) {
    old = Fingerprints(oldTree, names)
    new = Fingerprints(newTree, CommonNames(of: newTree.columns.symbols))
    alignment = SiblingAlignment(old, new)
    matching = TreeMatching(oldTree, newTree)
  }

  /// Costs a pass over each tree, and sorts the models without a counterpart at their place.
  mutating func match() {
    if old.type[0] == new.type[0] || isRenamed(0, 0) || sharesChildren(0, 0) { pair(0, 0) }
    alignPending()
    pairElsewhere(by: \.whole, leastCount: 1)
    pairRenamed()
    pairElsewhere(by: \.shape, leastCount: 2)
    pairSoleOrigins()
    pairRenamed()
  }

  mutating func pair(_ first: Int, _ second: Int) {
    let count = old.count(of: first)
    guard old.whole[first] == new.whole[second], count == new.count(of: second) else {
      matching.match(first, second)
      pending.append((first, second))
      return
    }
    for offset in 0..<count
    where matching.isFree(old: first + offset) && matching.isFree(new: second + offset) {
      matching.match(first + offset, second + offset)
    }
  }

  mutating func alignPending() {
    while let (first, second) = pending.popLast() {
      let olds = old.children(of: first) { matching.isFree(old: $0) }
      let news = new.children(of: second) { matching.isFree(new: $0) }
      if olds.isEmpty || news.isEmpty { continue }
      let pairs = alignment.align(olds, news)
      for (first, second) in pairs { pair(first, second) }
      if pairs.count < min(olds.count, news.count) { unfinished.append((first, second)) }
    }
  }

  // MARK: Elsewhere in the tree

  /// Pairs equal subtrees, the largest first, if both sides have the same number.
  private mutating func pairElsewhere(by print: KeyPath<Fingerprints, [UInt64]>, leastCount: Int) {
    let (oldPrints, newPrints) = (old[keyPath: print], new[keyPath: print])
    func sorted(_ prints: [UInt64], _ tree: Fingerprints, _ isFree: (Int) -> Bool) -> [Like] {
      prints.indices.filter { isFree($0) && tree.count(of: $0) >= leastCount }
        .map { Like(count: tree.count(of: $0), print: prints[$0], position: $0) }.sorted()
    }
    var olds = sorted(oldPrints, old) { matching.isFree(old: $0) }[...]
    var news = sorted(newPrints, new) { matching.isFree(new: $0) }[...]
    while let first = olds.first, let second = news.first {
      if first.isAlike(second) {
        let oldRun = olds.prefix { $0.isAlike(first) }
        let newRun = news.prefix { $0.isAlike(first) }
        olds = olds.dropFirst(oldRun.count)
        news = news.dropFirst(newRun.count)
        let free = oldRun.filter { matching.isFree(old: $0.position) }
        let others = newRun.filter { matching.isFree(new: $0.position) }
        guard free.count == others.count else { continue }
        for (one, other) in zip(free, others) { pair(one.position, other.position) }
        alignPending()
      } else if first.comesBefore(second) {
        olds = olds.dropFirst()
      } else {
        news = news.dropFirst()
      }
    }
  }

  /// A subtree by its size and its fingerprint.
  private struct Like: Comparable {
    var count: Int
    var print: UInt64
    var position: Int

    func isAlike(_ other: Like) -> Bool { count == other.count && print == other.print }

    /// Larger ones come first.
    func comesBefore(_ other: Like) -> Bool {
      count == other.count ? print < other.print : count > other.count
    }

    static func < (first: Like, second: Like) -> Bool {
      first.isAlike(second) ? first.position < second.position : first.comesBefore(second)
    }
  }

  /// Pairs models that are the only ones left with their type, label, and line of creation.
  private mutating func pairSoleOrigins() {
    var olds: [UInt64: Int] = [:]
    var sole: [UInt64: (old: Int, new: Int)] = [:]
    // -1 means several.
    for position in old.origin.indices where matching.isFree(old: position) {
      olds[old.origin[position]] = olds[old.origin[position]] == nil ? position : -1
    }
    for position in new.origin.indices where matching.isFree(new: position) {
      let origin = new.origin[position]
      guard let known = olds[origin], known >= 0 else { continue }
      sole[origin] = (sole[origin] == nil ? known : -1, position)
    }
    for (first, second) in sole.values.sorted(by: { $0.new < $1.new })
    where first >= 0 && matching.isFree(old: first) && matching.isFree(new: second) {
      pair(first, second)
      alignPending()
    }
  }
}

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
