public import TreeSnapshot

/// What is different between two trees: models that came, went, moved and changed.
///
/// What goes or comes along with a model is told with it and not by itself. Not compared are the
/// lines of source, which differ from build to build, the labels of messages, the order of a model's
/// registrations and services, and the declared vocabulary.
///
/// Which models are the same is decided by a `Matching`. Whatever that says, the answer is complete:
/// each model of the older tree went or stands in the newer one, and each difference between two
/// that are the same is found by comparing them.
public struct TreeDifference: Sendable {
  /// How the models of one tree are found in the other.
  public enum Matching: Hashable, Sendable {
    /// By their ids: for two looks at one live tree.
    case identity
    /// By where they stand and what they look like: for dumps, whose ids mean nothing to each other.
    case shape
    /// Not at all: everything went, and everything came.
    case none
  }

  /// A model that came or went, with all that did so along with it.
  public struct Part: Hashable, Sendable {
    /// The position of the topmost model, in the tree that it is in.
    public var position: Int
    /// How many models below it came or went along.
    public var below: Int
  }

  /// A model that stands elsewhere.
  public struct Move: Hashable, Sendable {
    /// Where it stood in the older tree.
    public var oldPosition: Int
    /// Where it stands in the newer tree.
    public var newPosition: Int
    /// How many models below it moved along.
    public var below: Int
    /// Whether it has the same parent as before, and passed some of its siblings.
    public var isAmongSiblings: Bool
  }

  /// A model that tells something else of itself.
  public struct Changed: Hashable, Sendable {
    /// Where it stood in the older tree.
    public var oldPosition: Int
    /// Where it stands in the newer tree.
    public var newPosition: Int
    /// What is different, at least one thing.
    public var changes: [ModelChange]
  }

  /// The older tree.
  public let old: Snapshot
  /// The newer tree.
  public let new: Snapshot
  /// What went, in the document order of the older tree.
  public let removed: [Part]
  /// What came, in the document order of the newer tree.
  public let added: [Part]
  /// What moved, in the document order of the newer tree.
  public let moved: [Move]
  /// What changed in itself, in the document order of the newer tree.
  public let changed: [Changed]

  private let matches: TreeMatching

  /// Compares two trees.
  ///
  /// Costs a pass over each tree where little has changed. Never is a pair of models compared twice:
  /// where an exact answer would cost too much, as for 100,000 siblings that are all different, more
  /// models than needed are told as having moved, or gone and come.
  ///
  /// - Parameters:
  ///   - old: the older tree.
  ///   - new: the newer tree.
  ///   - matching: how the models of one tree are found in the other.
  public init(from old: Snapshot, to new: Snapshot, matching: Matching) {
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
  public var isEmpty: Bool {
    removed.isEmpty && added.isEmpty && moved.isEmpty && changed.isEmpty
  }

  /// How many models were removed, added, moved and changed, as `2 models removed, 1 changed`; models
  /// below others count, too. Empty where nothing is different.
  public var summary: String {
    let counts = [
      ("removed", removed.reduce(0) { $0 + 1 + $1.below }),
      ("added", added.reduce(0) { $0 + 1 + $1.below }),
      ("moved", moved.reduce(0) { $0 + 1 + $1.below }),
      ("changed", changed.count),
    ].filter { $0.1 > 0 }
    return counts.enumerated().map { index, count in
      let noun = index > 0 ? "" : count.1 == 1 ? " model" : " models"
      return "\(count.1)\(noun) \(count.0)"
    }.joined(separator: ", ")
  }

  /// Where a model of the older tree stands in the newer one; nil where it went.
  public func newPosition(ofOld position: Int) -> Int? {
    let match = Int(matches.newPositions[position])
    return match < 0 ? nil : match
  }

  /// Where a model of the newer tree stood in the older one; nil where it came.
  public func oldPosition(ofNew position: Int) -> Int? {
    let match = Int(matches.oldPositions[position])
    return match < 0 ? nil : match
  }
}
