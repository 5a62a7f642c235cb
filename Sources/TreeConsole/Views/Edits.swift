import TreeAnalysis
import TreeSnapshot

/// The edits that `what-if` made to a copy of a tree.
///
/// The copy is made at the first edit, and dropped when the last is undone.
struct Edits {
  /// The original tree; nil without edits.
  private(set) var original: TreeState?
  /// The edited tree; nil without edits.
  private(set) var state: TreeState?
  private var made: [(words: String, make: (Snapshot) throws -> Snapshot)] = []

  /// The edits in words.
  var words: [String] { made.map(\.words) }

  /// Edits the copy, which is made now if there is none.
  ///
  /// - Parameters:
  ///   - words: The edit as typed.
  ///   - present: The tree to copy.
  ///   - prepare: Finds the parts of the tree to edit, and returns a function that edits them.
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

  /// Undoes the last edit, and returns its words; nil if there is none. Costs making the others
  /// again, because keeping all their trees would fill the memory.
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
