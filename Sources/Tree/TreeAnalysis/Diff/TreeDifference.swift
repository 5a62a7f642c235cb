package import TextIO
package import TreeSnapshot

/// The difference between two trees: models that were added, removed, moved, and changed.
///
/// Models that were added, removed, or moved with an ancestor count with it. The comparison ignores
/// lines of source, which differ from build to build, the labels of messages, the order of a
/// model's subscriptions and services, and the declared vocabulary.
///
/// A `Matching` decides which models correspond. The answer is complete with any of them: each
/// model of the older tree was removed or is in the newer one, and counterparts are compared in
/// full.
package struct TreeDifference: Sendable {
  /// How to find counterparts.
  package enum Matching: Hashable, Sendable {
    /// By their ids: for two snapshots of one live tree, where a model keeps its type.
    case identity
    /// By subtree, type, and label: for dumps, whose ids are unrelated.
    case shape
  }

  /// A model that was added or removed, with the descendants that were, too.
  package struct Part: Hashable, Sendable {
    /// The position of the topmost model, in its tree.
    package var position: Int
    /// The number of models below it that were added or removed with it.
    package var below: Int
  }

  /// A model that moved.
  package struct Move: Hashable, Sendable {
    /// Its position in the older tree.
    package var oldPosition: Int
    /// Its position in the newer tree.
    package var newPosition: Int
    /// The number of models below it that moved with it.
    package var below: Int
    /// Whether it has the same parent, but passed some of its siblings.
    package var isAmongSiblings: Bool
  }

  /// A model whose own attributes changed.
  package struct Changed: Sendable {
    /// Its position in the older tree.
    package var oldPosition: Int
    /// Its position in the newer tree.
    package var newPosition: Int
    /// The changes, at least one.
    package var changes: [ModelChange]
  }

  /// The older tree.
  package let old: Snapshot
  /// The newer tree.
  package let new: Snapshot
  /// The removed models, in the document order of the older tree.
  package let removed: [Part]
  /// The added models, in the document order of the newer tree.
  package let added: [Part]
  /// The moved models, in the document order of the newer tree.
  package let moved: [Move]
  /// The changed models, in the document order of the newer tree.
  package let changed: [Changed]

  private let matches: TreeMatching

  /// Compares two trees.
  ///
  /// Costs a pass over each tree, and n log n for n siblings that changed places.
  ///
  /// - Parameters:
  ///   - old: the older tree.
  ///   - new: the newer tree.
  ///   - matching: how to find counterparts.
  package init(from old: Snapshot, to new: Snapshot, matching: Matching) {
    self.old = old
    self.new = new
    let (oldModels, newModels) = (Fingerprints(old), Fingerprints(new))
    switch matching {
    case .identity:
      matches = TreeMatching(byIdentity: old, oldModels, new, newModels)
    case .shape:
      var matcher = TreeMatcher(old, new, oldModels, newModels)
      matcher.match()
      matches = matcher.matching
    }
    let places = PlaceComparison(old.columns, new.columns, matches)
    removed = places.removed
    added = places.added
    moved = places.moved
    changed = new.positions.compactMap { [matches] position in
      let counterpart = Int(matches.oldPositions[position])
      guard counterpart >= 0, oldModels.models[counterpart] != newModels.models[position] else {
        return nil
      }
      let changes = new[position].changes(since: old[counterpart])
      if changes.isEmpty { return nil }
      return Changed(oldPosition: counterpart, newPosition: position, changes: changes)
    }
  }

  /// Whether the trees are equal.
  package var isEmpty: Bool { removed.isEmpty && added.isEmpty && moved.isEmpty && changed.isEmpty }

  /// The number of differences.
  package var count: Int { removed.count + added.count + moved.count + changed.count }

  /// The newer position of a model of the older tree; nil if it was removed.
  package func newPosition(ofOld position: Int) -> Int? {
    let match = Int(matches.newPositions[position])
    return match < 0 ? nil : match
  }

  /// The older position of a model of the newer tree; nil if it was added.
  package func oldPosition(ofNew position: Int) -> Int? {
    let match = Int(matches.oldPositions[position])
    return match < 0 ? nil : match
  }
}

/// The counterparts of two trees: each model has at most one.
struct TreeMatching: Sendable {
  /// By position in the older tree: the newer one's; -1 for none.
  private(set) var newPositions: [Int32]
  /// The reverse.
  private(set) var oldPositions: [Int32]

  /// Creates a matching without counterparts.
  init(_ old: Snapshot, _ new: Snapshot) {
    newPositions = Array(repeating: -1, count: old.count)
    oldPositions = Array(repeating: -1, count: new.count)
  }

  /// Matches models with the same id and type.
  init(
    byIdentity old: Snapshot, _ oldModels: Fingerprints, _ new: Snapshot, _ newModels: Fingerprints
  ) {
    self.init(old, new)
    let oldIDs = old.columns.nodes.ids
    let places = Dictionary(uniqueKeysWithValues: zip(oldIDs, oldIDs.indices))
    for (place, id) in new.columns.nodes.ids.enumerated() {
      if let known = places[id], oldModels.types[known] == newModels.types[place] {
        match(known, place)
      }
    }
  }

  mutating func match(_ old: Int, _ new: Int) {
    newPositions[old] = Int32(new)
    oldPositions[new] = Int32(old)
  }

  func isFree(old: Int) -> Bool { newPositions[old] < 0 }
  func isFree(new: Int) -> Bool { oldPositions[new] < 0 }
}

extension TreeDifference {
  /// The numbers of models removed, added, moved, and changed, such as `2 models removed, 1
  /// changed`, including those below others. Empty if nothing differs.
  package var summary: SafeText {
    let counts: [(count: Int, word: SafeText)] = [
      (removed.reduce(0) { $0 + 1 + $1.below }, "removed"),
      (added.reduce(0) { $0 + 1 + $1.below }, "added"),
      (moved.reduce(0) { $0 + 1 + $1.below }, "moved"),
      (changed.count, "changed"),
    ].filter { $0.count > 0 }
    return counts.enumerated().map { index, part in
      index > 0 ? "\(part.count) \(part.word)" : "\(counted(part.count, "model")) \(part.word)"
    }.joined(separator: ", ")
  }
}
