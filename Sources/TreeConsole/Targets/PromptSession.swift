import TreeSnapshot

/// What a prompt keeps from line to line besides trees.
struct PromptSession {
  /// The current model; nil for the root.
  var here: ModelMark?
  /// Its name, where it was still in the tree after the last line.
  var hereName: String?
  /// The current model before that one.
  var before: ModelMark?
  /// The models of the last answer that was about models.
  var found: [ModelMark] = []
  /// How many there were.
  var foundCount = 0
  /// The words that stand for others, each with its line.
  var aliases: [String: String] = [:]
  /// What `set` chose.
  var settings = PromptSettings()
  /// The files that are being read, the innermost last.
  var sources: [String] = []

  /// So many models are kept.
  static let foundLimit = 10_000
}

/// A model by its tree and its id.
struct ModelMark {
  private let tree: Int
  let id: Int

  init(_ position: Int, in state: TreeState) {
    tree = state.tree
    id = state.snapshot[position].id
  }

  /// Where the model is in a tree; nil where it left it.
  func position(in state: TreeState) -> Int? {
    tree == state.tree ? state.snapshot.position(ofID: id) : nil
  }
}
