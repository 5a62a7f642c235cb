extension Snapshot {
  /// One model of a snapshot.
  public struct Node: Sendable {
    /// The snapshot that the node belongs to.
    public let snapshot: Snapshot
    /// The node's position in document order.
    public let position: Int

    private var columns: Columns { snapshot.columns }
    private var fixed: FixedFields { columns.nodes.fixed[position] }

    /// The model's id, as in dumps and in `#12`.
    public var id: Int { columns.nodes.ids[position] }

    /// The model's type with the types around it: `Shop.Row`.
    public var type: String { columns.symbols.string(fixed.type) }

    /// The name by which texts show the model: its type, without those around it unless the bare name
    /// stands for two types of the tree.
    public var name: String { columns.symbols.string(columns.shownType(position)) }

    /// The name that distinguishes the model from others of its type.
    public var label: String? { columns.symbols.optionalString(fixed.label) }

    /// Whether the model is a session.
    public var isSession: Bool { fixed.isSession }

    /// Whether the model is a local session that is not open. Such a session has no services, and
    /// the models below it get those of the sessions around it. False if unknown.
    public var isUnopened: Bool { fixed.isUnopened }

    /// The screen object that shows the model.
    public var representation: String? { columns.symbols.optionalString(fixed.representation) }

    /// The `file:line` that created the model.
    public var source: String? { columns.symbols.optionalString(fixed.source) }

    /// The node's parent; nil for the root.
    public var parent: Node? {
      let parent = Int(columns.parents[position])
      return parent < 0 ? nil : snapshot[parent]
    }

    /// The positions of the node and of all nodes below it.
    public var subtree: Range<Int> { position..<Int(columns.subtreeEnds[position]) }

    /// Whether the node has no children.
    public var isLeaf: Bool { subtree.count == 1 }

    /// The node's children, in the order in which they were attached.
    public var children: some Sequence<Node> {
      let snapshot = snapshot
      let end = subtree.upperBound
      return sequence(state: position + 1) { next -> Node? in
        guard next < end else { return nil }
        defer { next = Int(snapshot.columns.subtreeEnds[next]) }
        return snapshot[next]
      }
    }

    /// The subscriptions of the model.
    public var subscriptions: [Subscription] {
      columns.nodes.subscriptions(of: position).map { record in
        Subscription(
          kind: record.kind, domain: columns.symbols.string(record.domain),
          code: columns.symbols.optionalString(record.code),
          label: columns.symbols.optionalString(record.label),
          payload: columns.symbols.optionalString(record.payload),
          source: columns.symbols.optionalString(record.source))
      }
    }

    /// The messages that the model is known to raise.
    public var raises: [DeclaredMessage] {
      columns.nodes.raises(of: position).map { record in
        DeclaredMessage(
          snapshot.message(of: record), label: columns.symbols.optionalString(record.label))
      }
    }

    /// The services that the model asks for by properties, as `@FromSession` declares them. A journal
    /// does not know them.
    public var asks: [String] {
      columns.nodes.asks(of: position).map { columns.symbols.string($0) }
    }

    /// The services that the session provides.
    public var services: [String] {
      columns.nodes.services(of: position).map { columns.symbols.string($0) }
    }

    /// The asynchronous work whose answers the model waits for, in the order in which it started.
    public var work: [Work] {
      (columns.works[id] ?? []).map {
        Work(source: columns.symbols.optionalString($0.source), since: $0.since)
      }
    }

    /// The state that the model describes.
    public var state: [StateEntry] {
      columns.nodes.states(of: position).map { record in
        StateEntry(
          key: columns.symbols.string(record.key), value: columns.symbols.string(record.value))
      }
    }
  }
}

/// Asynchronous work that a model started and whose answer it waits for.
public struct Work: Hashable, Sendable {
  /// The `file:line` that started it; nil if unknown.
  public var source: String?
  /// When it started, in nanoseconds since 1970; nil if unknown.
  public var since: Int?

  /// Describes work.
  public init(source: String?, since: Int?) {
    self.source = source
    self.since = since
  }
}

/// One entry of a model's state, such as `examsCount = 3`.
public struct StateEntry: Hashable, Sendable {
  /// The name of the value.
  public var key: String
  /// The value, as the model describes it.
  public var value: String

  /// Creates an entry.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
