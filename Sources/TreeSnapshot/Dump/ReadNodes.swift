import TextIO

/// Nodes as they were read, with the numbers of names in place of symbols.
struct ReadNodes: ~Copyable {
  /// What a node has once.
  struct Node {
    var id = 0
    var parent: Int?
    var fields = FixedFields()
    /// The lines of the text on which its id and its parent are, for a fault between nodes.
    var idLine: Int
    var parentLine: Int

    init(line: Int) { (idLine, parentLine) = (line, line) }
  }

  // What each node has.
  private(set) var ids = GrowingBuffer<Int>()
  private(set) var fixed = GrowingBuffer<FixedFields>()
  private(set) var ends = GrowingBuffer<SliceEnds>()
  /// The parents' ids; anything where there is none.
  private(set) var parents = GrowingBuffer<Int>()
  private(set) var hasParent = GrowingBuffer<Bool>()
  private(set) var idLines = GrowingBuffer<Int32>()
  /// Empty as long as these are the same.
  private(set) var parentLines = GrowingBuffer<Int32>()

  // What some nodes have: each node's part begins where that of the one before it ends.
  var subscriptions = GrowingBuffer<SubscriptionRecord>()
  var raises = GrowingBuffer<SubscriptionRecord>()
  var services = GrowingBuffer<Symbol>()
  var states = GrowingBuffer<StateRecord>()

  var names = NameBatch()

  /// Adds a node that holds what was appended to the lists since the one before.
  @inline(__always)
  mutating func closeNode(_ node: borrowing Node) {
    ids.append(node.id)
    fixed.append(node.fields)
    ends.append(
      SliceEnds(
        subscriptions: Int32(truncatingIfNeeded: subscriptions.count),
        raises: Int32(truncatingIfNeeded: raises.count),
        services: Int32(truncatingIfNeeded: services.count),
        states: Int32(truncatingIfNeeded: states.count)))
    parents.append(node.parent ?? 0)
    hasParent.append(node.parent != nil)
    if node.idLine != node.parentLine || parentLines.count > 0 { noteLine(ofParent: node) }
    idLines.append(Int32(clamping: node.idLine))
  }

  @inline(never)
  private mutating func noteLine(ofParent node: borrowing Node) {
    if parentLines.count == 0 { idLines.withElements { parentLines.append($0) } }
    parentLines.append(Int32(clamping: node.parentLine))
  }

  /// Begins anew; all names have symbols.
  mutating func removeAll() {
    ids.removeAll()
    fixed.removeAll()
    ends.removeAll()
    parents.removeAll()
    hasParent.removeAll()
    idLines.removeAll()
    parentLines.removeAll()
    subscriptions.removeAll()
    raises.removeAll()
    services.removeAll()
    states.removeAll()
    names.forget()
  }

  /// Puts symbols in the place of names, all of which have one, and counts the lists' ends from others on.
  fileprivate mutating func complete(behind others: SliceEnds) {
    let symbols = names.symbols
    symbols.withUnsafeBufferPointer { symbols in
      @inline(__always) func symbol(_ name: Symbol) -> Symbol { symbols[Int(name.rawValue)] }
      fixed.update { $0.replaceNames(symbol) }
      subscriptions.update { $0.replaceNames(symbol) }
      raises.update { $0.replaceNames(symbol) }
      services.update { $0 = symbol($0) }
      states.update { $0 = StateRecord(key: symbol($0.key), value: symbol($0.value)) }
    }
    ends.update { $0 = others + $0 }
  }
}

extension SnapshotBuilder {
  /// Adds nodes behind the others, and gives the names that have none their symbols.
  mutating func append(_ read: inout ReadNodes) {
    symbols.intern(&read.names)
    read.complete(behind: nodes.presentEnds)
    nodes.append(read)
    read.parents.withElements { parentIDs += $0 }
    read.hasParent.withElements { hasParent += $0 }
  }
}

extension NodeColumns {
  /// Adds nodes behind the others.
  fileprivate mutating func append(_ read: borrowing ReadNodes) {
    read.ids.withElements { ids += $0 }
    read.fixed.withElements { fixed += $0 }
    read.ends.withElements { ends += $0 }
    read.subscriptions.withElements { subscriptions += $0 }
    read.raises.withElements { raises += $0 }
    read.services.withElements { services += $0 }
    read.states.withElements { states += $0 }
  }
}
