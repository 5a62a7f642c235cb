import TreeSnapshot

/// The trees that a prompt remembers under names.
final class RememberedTrees {
  private var states: [String: TreeState] = [:]
  /// The names in the order in which they were given first.
  private(set) var names: [String] = []

  /// Remembers nothing yet.
  init() {}

  /// Remembers what another does now.
  init(copying other: RememberedTrees) {
    states = other.states
    names = other.names
  }

  subscript(name: String) -> TreeState? { states[name] }

  /// Remembers a tree, and returns the one that had the name before.
  @discardableResult
  func remember(_ state: TreeState, as name: String) -> TreeState? {
    let known = states.updateValue(state, forKey: name)
    if known == nil { names.append(name) }
    return known
  }
}
