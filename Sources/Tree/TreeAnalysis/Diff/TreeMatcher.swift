import TextIO
import TreeSnapshot

/// Finds the counterparts of two trees whose ids are unrelated.
///
/// 1. From the root down, the children of counterparts are matched: equal subtrees first, then models
///    with the same type and label.
/// 2. Models without a counterpart are matched across parents if only one fits: an equal subtree, or
///    one with the same type and label.
/// 3. Children of counterparts that are still without one are matched by type.
///
/// Children that are alike are matched in order: those of the longest common sequence with each
/// other, then the first with the first. Nothing is recursive.
struct TreeMatcher {
  private let trees: (old: Snapshot, new: Snapshot)
  private let old: Fingerprints
  private let new: Fingerprints
  private(set) var matching: TreeMatching

  /// Of several longest common sequences, the same one is chosen whichever tree is the older.
  private lazy var isMirrored =
    trees.old.count != trees.new.count
    ? trees.old.count > trees.new.count
    : trees.new.dump().lexicographicallyPrecedes(trees.old.dump())

  /// By what models are matched.
  private typealias Key = KeyPath<Fingerprints, [UInt64]>

  private struct Pair {
    var old: Int
    var new: Int
  }

  init(_ oldTree: Snapshot, _ newTree: Snapshot, _ old: Fingerprints, _ new: Fingerprints) {
    trees = (oldTree, newTree)
    self.old = old
    self.new = new
    matching = TreeMatching(oldTree, newTree)
  }

  /// Costs a pass over each tree and, for long lists of children that are alike, sorting them.
  mutating func match() {
    if old.types[0] == new.types[0] { matchChildren(of: match(Pair(old: 0, new: 0))) }
    var pairs = matchAcross(by: \.subtrees)
    pairs += matchAcross(by: \.names)
    matchChildren(of: pairs)
    let all = trees.new.positions.compactMap { position -> Pair? in
      let counterpart = Int(matching.oldPositions[position])
      return counterpart < 0 ? nil : Pair(old: counterpart, new: position)
    }
    matchChildren(of: all, isLast: true)
  }

  /// Matches two models and, if their subtrees are equal, everything below them.
  ///
  /// - Returns: the pair if its children must be matched one by one.
  private mutating func match(_ pair: Pair) -> [Pair] {
    let count = trees.old[pair.old].subtree.count
    guard old.subtrees[pair.old] == new.subtrees[pair.new],
      count == trees.new[pair.new].subtree.count
    else {
      matching.match(pair.old, pair.new)
      return [pair]
    }
    for offset in 0..<count
    where matching.isFree(old: pair.old + offset) && matching.isFree(new: pair.new + offset) {
      matching.match(pair.old + offset, pair.new + offset)
    }
    return []
  }

  // MARK: Children of counterparts

  /// Matches the children of pairs, and theirs.
  ///
  /// - Parameter isLast: whether the type alone is enough.
  private mutating func matchChildren(of pairs: [Pair], isLast: Bool = false) {
    var open = pairs
    while let parents = open.popLast() {
      let oldChildren = trees.old.columns.children(of: parents.old).filter { child in
        let match = Int(matching.newPositions[child])
        return match < 0 || trees.new.columns.parents[match] == parents.new
      }
      let newChildren = trees.new.columns.children(of: parents.new).filter { child in
        let match = Int(matching.oldPositions[child])
        return match < 0 || trees.old.columns.parents[match] == parents.old
      }
      for key in [\.subtrees, \.names] + (isLast ? [\.types] : []) as [Key] {
        open += matchSiblings(oldChildren, newChildren, by: key)
      }
    }
  }

  private mutating func matchSiblings(_ olds: [Int], _ news: [Int], by key: Key) -> [Pair] {
    let (oldKeys, newKeys) = (old[keyPath: key], new[keyPath: key])
    let oldFree = olds.filter { matching.isFree(old: $0) }
    let newFree = news.filter { matching.isFree(new: $0) }
    if oldFree.isEmpty || newFree.isEmpty { return [] }
    /// By key: the models that have it, the last first.
    var waiting: [UInt64: [Int]] = [:]
    for child in newFree.reversed() { waiting[newKeys[child], default: []].append(child) }
    let alike = oldFree.filter { waiting[oldKeys[$0]] != nil }
    let areUnique = Set(alike.map { oldKeys[$0] }).count == alike.count
    var pairs: [Pair] = []
    if !areUnique || alike.contains(where: { waiting[oldKeys[$0], default: []].count > 1 }) {
      pairs = commonSequence(
        olds.map { Mark(key: oldKeys[$0], match: matching.newPositions[$0]) },
        news.map { Mark(key: newKeys[$0], match: matching.isFree(new: $0) ? -1 : Int32($0)) }
      ).map { Pair(old: olds[$0.old], new: news[$0.new]) }.filter { matching.isFree(old: $0.old) }
    }
    var open = pairs.flatMap { match($0) }
    for child in alike where matching.isFree(old: child) {
      while let first = waiting[oldKeys[child]]?.popLast() {
        guard matching.isFree(new: first) else { continue }
        open += match(Pair(old: child, new: first))
        break
      }
    }
    return open
  }

  /// A child in the sequence of its siblings: equal to its counterpart, or to those with its key.
  private struct Mark: Hashable {
    var key: UInt64
    /// The position in the newer tree; -1 for a child without a counterpart.
    var match: Int32

    init(key: UInt64, match: Int32) {
      self.key = match < 0 ? key : 0
      self.match = match
    }
  }

  private mutating func commonSequence(_ old: [Mark], _ new: [Mark]) -> [(old: Int, new: Int)] {
    let difference =
      isMirrored
      ? SequenceDifference(from: new, to: old) : SequenceDifference(from: old, to: new)
    let (oldOnly, newOnly) =
      isMirrored
      ? (difference.inserted, difference.removed) : (difference.removed, difference.inserted)
    return zip(
      old.indices.filter { !oldOnly.contains($0) }, new.indices.filter { !newOnly.contains($0) }
    ).map { ($0, $1) }
  }

  // MARK: Across parents

  /// Matches models that are the only ones without a counterpart with a key, in each tree.
  private mutating func matchAcross(by key: Key) -> [Pair] {
    func soles(_ keys: [UInt64], _ isFree: (Int) -> Bool) -> [UInt64: Int] {
      var soles: [UInt64: Int?] = [:]
      for position in keys.indices where isFree(position) {
        soles[keys[position]] = .some(soles[keys[position]] == nil ? position : nil)
      }
      return soles.compactMapValues { $0 }
    }
    let (oldKeys, newKeys) = (old[keyPath: key], new[keyPath: key])
    let olds = soles(oldKeys) { matching.isFree(old: $0) }
    let news = soles(newKeys) { matching.isFree(new: $0) }
    var open: [Pair] = []
    // Subtrees come before what is below them.
    for position in olds.values.sorted() where matching.isFree(old: position) {
      guard let match = news[oldKeys[position]], matching.isFree(new: match) else { continue }
      open += self.match(Pair(old: position, new: match))
    }
    return open
  }
}
