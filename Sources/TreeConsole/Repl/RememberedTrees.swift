import TreeSnapshot

/// The trees that a REPL remembers under names.
final class RememberedTrees {
  private var looks: [String: Look] = [:]
  /// The names in the order in which they were given first.
  private(set) var names: [String] = []

  subscript(name: String) -> Look? { looks[name] }

  /// Remembers a tree, and gives the one that the name stood for before.
  @discardableResult
  func remember(_ look: Look, as name: String) -> Look? {
    let known = looks.updateValue(look, forKey: name)
    if known == nil { names.append(name) }
    return known
  }
}
