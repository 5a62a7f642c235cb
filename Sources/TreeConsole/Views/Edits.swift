import TreeAnalysis
import TreeSnapshot

/// The changes that `what-if` made to a copy of a tree.
///
/// The copy is taken at the first change, and dropped when the last is taken back.
struct Edits {
  /// The tree as it was copied; nil if nothing is changed.
  private(set) var original: TreeState?
  /// The changed tree; nil if nothing is changed.
  private(set) var state: TreeState?
  private var made: [(words: String, make: (Snapshot) throws -> Snapshot)] = []

  /// The edits in words.
  var words: [String] { made.map(\.words) }

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
    var next = state ?? present
    let make = try prepare(next.snapshot)
    next.snapshot = try make(next.snapshot)
    made.append((words, make))
    if original == nil { original = present }
    state = next
  }

  /// Takes the last edit back, and returns its words; nil if there is none. Costs making the others again,
  /// whose trees together would fill the memory.
  mutating func undo() throws -> String? {
    guard let last = made.popLast() else { return nil }
    state = made.isEmpty ? nil : original
    for edit in made {
      if let snapshot = state?.snapshot { state?.snapshot = try edit.make(snapshot) }
    }
    if made.isEmpty { original = nil }
    return last.words
  }
}
