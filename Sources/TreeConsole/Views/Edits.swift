import TreeAnalysis
import TreeSnapshot

/// The changes that `what-if` made to a copy of a tree.
///
/// The copy is taken at the first change, and dropped when the last is taken back.
struct Edits {
  /// The tree as it was copied; nil if nothing is changed.
  private(set) var original: TreeState?
  private var made: [Edit] = []

  private struct Edit {
    var words: String
    /// Makes the tree from the one before.
    var make: (Snapshot) throws -> Snapshot
    /// The tree that it made: one of `kept` edits keeps it, since hundreds of trees would fill the
    /// memory. The others are made again when edits are taken back.
    var snapshot: Snapshot?
  }

  private static let kept = 32

  /// The edits in words.
  var words: [String] { made.map(\.words) }

  /// The changed tree; nil if nothing is changed.
  var state: TreeState? {
    guard var state = original else { return nil }
    if let snapshot = made.last?.snapshot { state.snapshot = snapshot }
    return state
  }

  /// Changes the copy, which is taken now if there is none.
  ///
  /// - Parameters:
  ///   - words: The change as it was typed.
  ///   - present: The tree to copy.
  ///   - prepare: Finds what is to be changed in the tree, and returns what changes it.
  mutating func add(
    _ words: String, to present: TreeState,
    _ prepare: (Snapshot) throws -> (Snapshot) throws -> Snapshot
  ) throws {
    let snapshot = (state ?? present).snapshot
    let make = try prepare(snapshot)
    let edited = try make(snapshot)
    if let last = made.indices.last, last % Self.kept != 0 { made[last].snapshot = nil }
    made.append(Edit(words: words, make: make, snapshot: edited))
    if original == nil { original = present }
  }

  /// Takes the last edit back, and returns its words; nil if there is none.
  mutating func undo() throws -> String? {
    let last = made.popLast()
    if let end = made.indices.last, made[end].snapshot == nil {
      let start = end - end % Self.kept
      guard var snapshot = made[start].snapshot else { return last?.words }
      for edit in made[(start + 1)...] { snapshot = try edit.make(snapshot) }
      made[end].snapshot = snapshot
    }
    if made.isEmpty { original = nil }
    return last?.words
  }
}
