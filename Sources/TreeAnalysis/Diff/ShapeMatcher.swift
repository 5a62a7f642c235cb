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
    let mixer = Mixer()
    old = Fingerprints(oldTree, names, mixer)
    new = Fingerprints(newTree, CommonNames(of: newTree.columns.symbols), mixer)
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
  private mutating func pairElsewhere(
    by print: KeyPath<Fingerprints, [UInt64]>, leastCount: Int
  ) {
    let (oldPrints, newPrints) = (old[keyPath: print], new[keyPath: print])
    func sorted(
      _ prints: [UInt64], _ tree: Fingerprints, _ isFree: (Int) -> Bool
    ) -> [Like] {
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
