package import TextIO

/// A subscription, a raised message or a declared one, with its names as symbols.
package struct SubscriptionRecord: Hashable, Sendable {
  package var kind: Message.Kind
  package var domain: Symbol
  /// `Symbol.none` means the whole domain.
  package var code: Symbol
  package var label: Symbol = .none
  package var source: Symbol = .none

  package init(
    kind: Message.Kind, domain: Symbol, code: Symbol, label: Symbol = .none, source: Symbol = .none
  ) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    self.source = source
  }
}

/// The key and the value of one line of state.
package struct StateRecord: Hashable, Sendable {
  package var key: Symbol
  package var value: Symbol
}

/// The columns of a snapshot, in document order.
package final class Columns: Sendable {
  package let name: Symbol
  package let symbols: SymbolTable
  package let vocabulary: [SubscriptionRecord]
  /// The record of a journal as of which labels and states are; nil if they are of the tree itself.
  package let asOf: Int?

  package let nodes: NodeColumns
  /// The parent's position; -1 for the root.
  package let parents: [Int32]
  /// The position after the last node of the subtree.
  package let subtreeEnds: [Int32]

  /// - Parameter subtreeEnds: where the subtrees end, if that is known already.
  init(
    name: Symbol, symbols: SymbolTable, vocabulary: [SubscriptionRecord], asOf: Int?,
    nodes: NodeColumns, parents: [Int32], subtreeEnds: [Int32]? = nil
  ) {
    assert(!parents.isEmpty && parents[0] == -1)
    assert(nodes.ids.count == parents.count && nodes.fixed.count == parents.count)
    assert(nodes.ends.count == parents.count)
    self.name = name
    self.symbols = symbols
    self.vocabulary = vocabulary
    self.asOf = asOf
    self.nodes = nodes
    self.parents = parents
    self.subtreeEnds = subtreeEnds ?? Self.subtreeEnds(of: parents)
  }

  // Here, and not on the columns of the nodes: a caller in another module would retain each of them.

  /// Whether the model at a position is registered for something, raises something or has services or
  /// state: many have none of these.
  package func hasLists(at position: Int) -> Bool { nodes.hasLists(at: position) }

  /// What the model at a position is registered for.
  package func subscriptions(of position: Int) -> ArraySlice<SubscriptionRecord> {
    nodes.subscriptions(of: position)
  }

  /// What the model at a position is known to raise.
  package func raises(of position: Int) -> ArraySlice<SubscriptionRecord> {
    nodes.raises(of: position)
  }

  /// The services of the session at a position.
  package func services(of position: Int) -> ArraySlice<Symbol> { nodes.services(of: position) }

  /// Adds a name to bytes.
  package func append(_ name: Symbol, to bytes: inout GrowingBuffer<UInt8>) {
    symbols.withBytes(of: name) { bytes.append($0) }
  }

  /// The state of the model at a position.
  package func states(of position: Int) -> ArraySlice<StateRecord> { nodes.states(of: position) }

  // No branch below depends on what a tree looks like: a processor would expect the wrong one for every
  // other node.

  /// For each node the position after its subtree, where the nodes are in document order.
  ///
  /// - Parameter parents: the positions of the nodes' parents; -1 for the first, and for no other.
  static func subtreeEnds(of parents: [Int32]) -> [Int32] {
    var ends = [Int32](repeating: 1, count: parents.count)
    parents.withUnsafeBufferPointer { parents in
      ends.withUnsafeMutableBufferPointer { ends in
        // How many nodes each subtree has.
        for position in stride(from: parents.count - 1, to: 0, by: -1) {
          ends[Int(parents[position])] &+= ends[position]
        }
        for position in 0..<parents.count { ends[position] &+= Int32(truncatingIfNeeded: position) }
      }
    }
    return ends
  }

  /// Whether nodes are in document order: each behind its parent, and no subtree in parts.
  ///
  /// - Parameters:
  ///   - parents: the positions of the nodes' parents; -1 for the first, and for no other.
  ///   - ends: what `subtreeEnds(of:)` makes of them.
  static func areInDocumentOrder(_ parents: [Int32], _ ends: [Int32]) -> Bool {
    parents.withUnsafeBufferPointer { parents in
      ends.withUnsafeBufferPointer { ends in
        for position in 1..<max(1, parents.count) {
          let parent = Int(parents[position])
          if parent >= position || ends[position] > ends[parent] { return false }
        }
        return true
      }
    }
  }
}
