package import TextIO

/// An immutable picture of a tree of models, with each model's subscriptions and each session's
/// services.
///
/// Nodes are in *document order*: parent before child, siblings in the order in which they were
/// attached. A subtree is a range of positions. A position identifies a node; the root's is 0.
/// Copying a snapshot costs one retain.
public struct Snapshot: Sendable {
  package let columns: Columns

  package init(columns: Columns) {
    self.columns = columns
  }

  /// The name of the tree, usually that of its app; nil if it has none.
  public var name: String? { columns.symbols.optionalString(columns.name) }

  /// A note, if labels and states from a journal are older than the tree: ` (as of #38)`, after the
  /// record, or those that are the oldest and the youngest.
  package var age: SafeText {
    guard let first = columns.nodes.ages.values.min(), let last = columns.nodes.ages.values.max()
    else { return "" }
    return first == last && columns.commonAge != nil
      ? " (as of #\(first))" : " (some as of #\(first)" + (first == last ? ")" : " to #\(last))")
  }

  /// The same for the label and the state of one model.
  package func age(of position: Int) -> SafeText {
    columns.asOf(position).map { " (as of #\($0))" } ?? ""
  }

  /// The number of models; never 0.
  public var count: Int { columns.nodes.ids.count }

  /// The positions of all nodes, in document order.
  public var positions: Range<Int> { 0..<count }

  /// The codes that the app declares, handled or not.
  public var vocabulary: [DeclaredMessage] {
    columns.vocabulary.map { record in
      DeclaredMessage(
        message(of: record), label: columns.symbols.optionalString(record.label),
        payload: columns.symbols.optionalString(record.payload))
    }
  }

  /// The node at a position.
  public subscript(position: Int) -> Node { Node(snapshot: self, position: position) }

  /// The root of the tree.
  public var root: Node { self[0] }

  /// Returns the position of the node with an id, or nil. Costs a scan if ids don't follow document
  /// order.
  public func position(ofID id: Int) -> Int? {
    if id >= 1, id <= count, columns.nodes.ids[id - 1] == id { return id - 1 }
    return columns.nodes.ids.firstIndex(of: id)
  }

  /// The types of the values that messages carry: as the vocabulary says, else the one type that models
  /// take with the message. Costs a pass over the vocabulary and the subscriptions.
  package var payloads: [Message: String] {
    var payloads: [Message: String] = [:]
    for declared in vocabulary { payloads[declared.message] = declared.payload }
    var taken: [Message: Set<Symbol>] = [:]
    for record in columns.nodes.subscriptions where !record.payload.isNone && !record.code.isNone {
      taken[message(of: record), default: []].insert(record.payload)
    }
    for (message, types) in taken where payloads[message] == nil && types.count == 1 {
      guard let type = types.first.map(columns.symbols.string), type != message.name else {
        // The message is the value itself, and an empty one: the vocabulary would have it otherwise.
        continue
      }
      payloads[message] = type
    }
    return payloads
  }

  package func message(of record: SubscriptionRecord) -> Message {
    Message(
      kind: record.kind, domain: columns.symbols.string(record.domain),
      code: columns.symbols.string(record.code))
  }
}

extension Snapshot {
  /// Returns the part of the tree below a node as a tree of its own. Costs a pass over that part.
  ///
  /// - Parameters:
  ///   - root: the position of the node that becomes the root.
  ///   - depth: the maximum number of levels below the root; nil for all.
  public func part(from root: Int, depth: Int? = nil) -> Snapshot {
    if root == 0, depth == nil { return self }
    var nodes = NodeColumns()
    var parents: [Int32] = []
    /// The ancestors of the next node: their new positions, and the ends of their subtrees.
    var open: [(position: Int32, end: Int)] = []

    var position = root
    let end = self[root].subtree.upperBound
    while position < end {
      while let last = open.last, position >= last.end { open.removeLast() }
      let subtreeEnd = Int(columns.subtreeEnds[position])
      parents.append(open.last?.position ?? -1)
      let isFolded = depth.map { open.count >= $0 } ?? false
      open.append((Int32(nodes.ids.count), subtreeEnd))
      nodes.append(position, of: columns.nodes)
      position = isFolded ? subtreeEnd : position + 1
    }
    return Snapshot(
      columns: Columns(
        name: columns.name, symbols: columns.symbols, vocabulary: columns.vocabulary,
        works: columns.works, nodes: nodes,
        parents: parents, types: columns.types))
  }

  /// The same tree with the work that models wait for, by their ids.
  package func working(_ work: [Int: [Work]]) -> Snapshot {
    if work.isEmpty { return self }
    var symbols = columns.symbols
    let works = work.mapValues { list in
      list.map { WorkRecord(source: symbols.intern($0.source), since: $0.since) }
    }
    return Snapshot(
      columns: Columns(
        name: columns.name, symbols: symbols, vocabulary: columns.vocabulary,
        works: works, nodes: columns.nodes,
        parents: columns.parents))
  }
}
