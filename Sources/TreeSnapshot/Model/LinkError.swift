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
    /// The type is the empty string.
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
