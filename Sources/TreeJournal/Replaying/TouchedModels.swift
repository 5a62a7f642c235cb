/// The models that records touched since somebody asked.
package struct TouchedModels: Sendable {
  /// The tree; nil where nothing is touched.
  package private(set) var tree: Int?
  /// Whether more is touched than one tree's models, or another tree is there in its place.
  package private(set) var isWhole = false
  /// Whether the app declared messages.
  package private(set) var hasVocabulary = false
  /// Those that came, or are themselves another than before. They may be gone again.
  package private(set) var changed: Set<Int> = []
  /// Those that got or lost a child. They may be gone again.
  package private(set) var parents: Set<Int> = []
  /// Those that left the tree, with their types.
  package private(set) var gone: [Int: String] = [:]

  /// Begins with nothing, or with all that there is.
  package init(isWhole: Bool = false) { self.isWhole = isWhole }

  mutating func touchAll() { isWhole = true }

  /// Notes what a record is about to change.
  mutating func note(_ record: JournalRecord, in replayed: ReplayedTree) {
    if isWhole { return }
    if tree ?? replayed.number != replayed.number { return touchAll() }
    tree = replayed.number
    switch record.event {
    case .attached:
      changed.insert(record.node.id)
      if let parent = record.parent { parents.insert(parent) }
    case .detached:
      replayed.forEachModel(from: record.node.id) { id, type in gone[id] = type }
      if let parent = replayed.parent(of: record.node.id) { parents.insert(parent) }
    case .vocabulary: hasVocabulary = true
    default: changed.insert(record.node.id)
    }
  }

  /// Adds what was touched later.
  package mutating func add(_ later: TouchedModels) {
    if later.isWhole || tree != nil && later.tree != nil && tree != later.tree { touchAll() }
    tree = later.tree ?? tree
    hasVocabulary = hasVocabulary || later.hasVocabulary
    changed.formUnion(later.changed)
    parents.formUnion(later.parents)
    gone.merge(later.gone) { $1 }
  }
}
