package import TreeSnapshot

/// What is different between two trees: models that were added, removed, moved and changed.
///
/// What is added, removed or moved with a model counts with it and not by itself. Not compared are
/// the lines of source, which differ from build to build, the labels of messages, the order of a
/// model's subscriptions and services, and the declared vocabulary.
///
/// A `Matching` decides which models are the same. The answer is complete with any of them: each
/// model of the older tree was removed or is in the newer one, and each difference between two that
/// are the same is found by comparing them.
package struct TreeDifference: Sendable {
  /// How the models of one tree are found in the other.
  package enum Matching: Hashable, Sendable {
    /// By their ids: for two snapshots of one live tree.
    case identity
    /// By place and shape: for dumps, whose ids have nothing to do with each other.
    case shape
    /// Not at all: everything was removed, and everything was added.
    case none
  }

  /// A model that was added or removed, with everything below it that was, too.
  package struct Part: Hashable, Sendable {
    /// The position of the topmost model, in the tree that it is in.
    package var position: Int
    /// How many models below it were added or removed with it.
    package var below: Int
  }

  /// A model that moved.
  package struct Move: Hashable, Sendable {
    /// Where it is in the older tree.
    package var oldPosition: Int
    /// Where it is in the newer tree.
    package var newPosition: Int
    /// How many models below it moved with it.
    package var below: Int
    /// Whether it has the same parent as before, and passed some of its siblings.
    package var isAmongSiblings: Bool
  }

  /// A model that differs in itself.
  package struct Changed: Hashable, Sendable {
    /// Where it is in the older tree.
    package var oldPosition: Int
    /// Where it is in the newer tree.
    package var newPosition: Int
    /// What is different, at least one thing.
    package var changes: [ModelChange]
  }

  /// The older tree.
  package let old: Snapshot
  /// The newer tree.
  package let new: Snapshot
  /// What was removed, in the document order of the older tree.
  package let removed: [Part]
  /// What was added, in the document order of the newer tree.
  package let added: [Part]
  /// What moved, in the document order of the newer tree.
  package let moved: [Move]
  /// What changed in itself, in the document order of the newer tree.
  package let changed: [Changed]

  private let matches: TreeMatching

  /// Compares two trees.
  ///
  /// Costs a pass over each tree where little has changed. No pair of models is compared twice: where
  /// an exact answer would cost too much, as for 100,000 siblings that are all different, more models
  /// than needed are reported as moved, or as removed and added.
  ///
  /// - Parameters:
  ///   - old: the older tree.
  ///   - new: the newer tree.
  ///   - matching: how the models of one tree are found in the other.
  package init(from old: Snapshot, to new: Snapshot, matching: Matching) {
    self.old = old
    self.new = new
    let names = CommonNames(from: old.columns.symbols, to: new.columns.symbols)
    switch matching {
    case .identity:
      matches = TreeMatching(byIdentity: old, new)
    case .shape:
      var matcher = ShapeMatcher(old, new, names)
      matcher.match()
      matches = matcher.matching
    case .none:
      matches = TreeMatching(old, new)
    }
    let places = PlaceComparison(old.columns, new.columns, matches)
    removed = places.removed
    added = places.added
    moved = places.moved
    changed = ModelComparison(old, new, names).changed(in: matches)
  }

  /// Whether nothing is different.
  package var isEmpty: Bool {
    removed.isEmpty && added.isEmpty && moved.isEmpty && changed.isEmpty
  }

  /// How many differences there are.
  package var count: Int { removed.count + added.count + moved.count + changed.count }

  /// Where a model of the older tree is in the newer one; nil if it was removed.
  package func newPosition(ofOld position: Int) -> Int? {
    let match = Int(matches.newPositions[position])
    return match < 0 ? nil : match
  }

  /// Where a model of the newer tree is in the older one; nil if it was added.
  package func oldPosition(ofNew position: Int) -> Int? {
    let match = Int(matches.oldPositions[position])
    return match < 0 ? nil : match
  }
}

/// Which models of two trees are the same: each has at most one counterpart.
struct TreeMatching: Sendable {
  /// For each position of the older tree the newer one's; -1 where it has none.
  private(set) var newPositions: [Int32]
  /// The same the other way.
  private(set) var oldPositions: [Int32]

  /// No model is the same.
  init(_ old: Snapshot, _ new: Snapshot) {
    newPositions = Array(repeating: -1, count: old.count)
    oldPositions = Array(repeating: -1, count: new.count)
  }

  /// Models with the same id are the same.
  init(byIdentity old: Snapshot, _ new: Snapshot) {
    self.init(old, new)
    let oldIDs = old.columns.nodes.ids
    let places = Dictionary(uniqueKeysWithValues: zip(oldIDs, oldIDs.indices))
    for (place, id) in new.columns.nodes.ids.enumerated() {
      if let known = places[id] { match(known, place) }
    }
  }

  mutating func match(_ old: Int, _ new: Int) {
    newPositions[old] = Int32(new)
    oldPositions[new] = Int32(old)
  }

  func isFree(old: Int) -> Bool { newPositions[old] < 0 }
  func isFree(new: Int) -> Bool { oldPositions[new] < 0 }
}
