/// Why the nodes that were added do not make one tree.
public struct LinkError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No node was added at all.
    case noNodes
    /// Every node has a parent.
    case noRoot
    /// A second node has no parent.
    case secondRoot(firstID: Int)
    /// Another node has the same id.
    case duplicateID
    /// No node has the parent's id.
    case missingParent(id: Int)
    /// The node is its own ancestor.
    case cycle
    /// The id is below 0.
    case negativeID
    /// The type has no letters.
    case emptyType
    /// There are more nodes, or more attributes of one sort, than a snapshot can hold.
    case tooLarge
  }

  /// The offending node, counted from 0 in the order in which the nodes were added.
  public var entry: Int
  /// The offending node's id.
  public var id: Int
  /// What is wrong.
  public var problem: Problem
}

extension LinkError.Problem: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .noNodes:
      "the tree has no nodes; a dump holds at least its root"
    case .noRoot:
      "no root: every node has a parent; leave 'parent' out of the root"
    case .secondRoot(let first):
      "a second root: node \(first) has no parent either; give one of them a parent"
    case .duplicateID:
      "another node has the same id; ids must differ"
    case .missingParent(let id):
      "its parent \(id) is not in the dump; add that node or mend 'parent'"
    case .cycle:
      "the node is its own ancestor; mend the 'parent' of one node on the cycle"
    case .negativeID:
      "the id is below 0; number the nodes from 1"
    case .emptyType:
      "the type is empty; name it"
    case .tooLarge:
      "more than 2,147,483,646 nodes or attributes; write a part of the tree"
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// One clause that names the node and what to do.
  public var description: String { "node \(id): \(problem)" }
}
