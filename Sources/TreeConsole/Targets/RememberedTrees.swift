import TreeSnapshot

/// The trees that a REPL remembers under names.
final class RememberedTrees {
  private var looks: [String: TreeState] = [:]
  /// The names in the order in which they were given first.
  private(set) var names: [String] = []

  subscript(name: String) -> TreeState? { looks[name] }

  /// Remembers a tree, and gives the one that the name stood for before.
  @discardableResult
  func remember(_ state: TreeState, as name: String) -> TreeState? {
    let known = looks.updateValue(state, forKey: name)
    if known == nil { names.append(name) }
    return known
  }
}
